import type { ViewStore } from "./view-state.ts";

/** Narrower windows have no room for a panel beside the words: `--breakpoint-lg`, in pixels at the usual text size. */
export const ROOMY = 1_024;

/** Closes what stands at the side; the inspector comes back where there is room, and the focus goes to the dialogue. */
export function closeSide(view: ViewStore): void {
  view.setState({ side: window.innerWidth < ROOMY ? null : "inspector" });
  focusDialogue();
}

/** Puts the focus on the dialogue itself: its canvas, the section one was at, or the page. */
export function focusDialogue(): void {
  const found =
    document.querySelector<HTMLElement>('main [role="application"]') ??
    document.querySelector<HTMLElement>('[data-command-scope="script"] section[aria-current]') ??
    document.querySelector<HTMLElement>('[data-command-scope="script"] section') ??
    document.getElementById("main");
  found?.focus({ preventScroll: true });
}
