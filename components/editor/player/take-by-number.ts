import type { KeyboardEvent } from "react";

/** The numbers in front of the branches press them; in a field they are numbers. */
export function takeByNumber(event: KeyboardEvent<HTMLElement>) {
  if (!/^[1-9]$/.test(event.key) || event.nativeEvent.isComposing || event.repeat) return;
  if (event.metaKey || event.ctrlKey || event.altKey || (event.target as Element).closest("input, select, textarea"))
    return;
  const branch = event.currentTarget.querySelector<HTMLButtonElement>(`[data-branch="${event.key}"]`);
  if (branch === null) return;
  event.preventDefault();
  branch.click();
}
