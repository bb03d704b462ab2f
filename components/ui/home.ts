/** Marks where a page is worked on by keys: its canvas, its script. */
const HOME = "[data-home]";

/** Whether the focus waits in the page for a home that is still loading. */
let isAwaited = false;

/** Whether the home of the page is to have the focus as soon as it is there. */
export const isHomeAwaited = (): boolean => isAwaited;

/** Stops waiting for a home: a person has put the focus somewhere. */
export function forgetHome(): void {
  isAwaited = false;
}

/** The element of the page that is worked on by keys; null while there is none. */
function homeOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${HOME}[aria-current]`) ?? document.querySelector<HTMLElement>(HOME);
}

/** Puts the focus where the page is worked on: its canvas or script, or the page itself until that is there. */
export function focusHome(): void {
  const home = homeOf();
  isAwaited = home === null;
  (home ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
