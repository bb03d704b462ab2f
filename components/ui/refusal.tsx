import type { MouseEvent } from "react";

function prevent(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Attributes of a control that does not act while something is under way; it keeps the focus. */
export const WAITS = { "aria-disabled": true, onClick: prevent } as const;

/**
 * Returns the attributes of a control that does not act now: it keeps its place in the tab order, and gives the reason
 * in its tooltip and to assistive technology. `id` names the {@link Reason} inside it.
 */
export function refusal(reason: string | null | undefined, id: string) {
  if (reason === null || reason === undefined) return {};
  return { "aria-disabled": true, "aria-describedby": id, "data-tip": reason, onClick: prevent } as const;
}

/** The sentence a refusing control is described by. Hidden: it is read through the reference alone. */
export function Reason({ id, reason }: { id: string; reason: string | null | undefined }) {
  if (reason === null || reason === undefined) return null;
  return (
    <span id={id} hidden>
      {reason}
    </span>
  );
}

interface ClosedReasonProps {
  children: string | null | undefined;
  /** Whether it stands behind the button and not before it. */
  isBehind?: boolean | undefined;
}

/** The reason for a disabled button in words beside it, for the one act of a form or a window: nobody has to point at it to find out. */
export function ClosedReason({ children: reason, isBehind = false }: ClosedReasonProps) {
  if (reason === null || reason === undefined) return null;
  // Assistive technology reads it as the description of the button.
  return (
    <span
      aria-hidden="true"
      className={`min-w-0 flex-1 basis-40 self-center text-12 text-ink-2 ${isBehind ? "" : "text-end"}`}
    >
      {reason}
    </span>
  );
}
