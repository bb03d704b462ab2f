/** A selection made by a gesture is drawn, and said, within this time. */
const AFTER_SELECTION_MS = 40;

/**
 * Says what a gesture did after the selection that came with it, which is said too and would take it away, but before anything
 * that the next key does: what was said last is always what happened last.
 */
export function sayAfterSelection(announce: (text: string) => void, text: string): void {
  const tell = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", tell, true);
    announce(text);
  };
  const timer = setTimeout(tell, AFTER_SELECTION_MS);
  window.addEventListener("keydown", tell, true);
}
