import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** The numbers in front of the branches press them; in a field they are numbers. */
export function takeByNumber(event: ReactKeyboardEvent<HTMLElement>): void {
  pressNumber(event.nativeEvent, event.currentTarget);
}

/** Presses the branch of a part of the page whose number was typed. */
export function pressNumber(event: KeyboardEvent, within: Element): void {
  if (!/^[1-9]$/.test(event.key) || event.isComposing || event.repeat) return;
  if (event.metaKey || event.ctrlKey || event.altKey || (event.target as Element).closest("input, select, textarea"))
    return;
  const branch = within.querySelector<HTMLButtonElement>(`[data-branch="${event.key}"]`);
  if (branch === null) return;
  event.preventDefault();
  branch.click();
}
