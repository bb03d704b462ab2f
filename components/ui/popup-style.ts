/**
 * Classes of all floating parts: menus, popovers, lists of choices. Their edge is a line, and no other part of the
 * studio has a shadow.
 */
export const POPUP =
  "rounded-card border border-line-strong bg-panel font-interface text-13 text-ink shadow-float outline-none";

/** A line of something that floats. 32 px high, more where fingers point. */
export const POPUP_ITEM =
  "flex min-h-8 w-full cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 text-start text-13 text-ink outline-none pointer-coarse:min-h-11 data-highlighted:bg-accent-soft data-disabled:cursor-not-allowed data-disabled:text-ink-3 aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2";
