import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus from row to row of a list with the arrow keys: to what is marked `data-row` in it. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const here = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[here + step];
  if (here === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
