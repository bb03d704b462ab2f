/** Windows over the page: where they stand, and what is behind them. */
export const DIALOG_BACKDROP = "fixed inset-0 z-50 bg-veil";
export const DIALOG =
  "fixed start-1/2 top-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-dialog border border-line-strong bg-panel text-14 text-ink shadow-float outline-none rtl:translate-x-1/2";
export const DIALOG_SIZES = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-4xl", xl: "max-w-7xl" } as const;
