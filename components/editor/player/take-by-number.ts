import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** The numbers in front of the branches press them, and Space and Enter go on; in a field they are what is typed. */
export function takeByNumber(event: ReactKeyboardEvent<HTMLElement>): void {
  pressNumber(event.nativeEvent, event.currentTarget);
  pressOnward(event.nativeEvent, event.currentTarget);
}

/** Goes on along the only way by Space or Enter, unless the focus is on something that these keys press. */
export function pressOnward(event: KeyboardEvent, within: Element): void {
  if ((event.key !== " " && event.key !== "Enter") || event.isComposing || event.repeat || event.defaultPrevented)
    return;
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  if ((event.target as Element).closest("button, a, input, select, textarea, summary, [role='radio']")) return;
  const onward = within.querySelector<HTMLButtonElement>("[data-onward]");
  if (onward === null) return;
  event.preventDefault();
  onward.click();
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
