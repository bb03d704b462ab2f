/** Browser functions that a live connection needs; tests bring their own. */
export interface Surroundings {
  isHidden(): boolean;
  /** Says whether the page is hidden whenever that changes. The answer ends it. */
  onVisibility(listener: () => void): () => void;
  /** The network is there again, as far as the browser knows. */
  onOnline(listener: () => void): () => void;
  /** Runs `work` when the next picture is drawn, or soon where none is drawn. */
  nextFrame(work: () => void): () => void;
  after(ms: number, work: () => void): () => void;
  random(): number;
}

/** Interval that replaces frames in a hidden tab, where nothing is drawn. */
const HIDDEN_FRAME_MS = 250;

/** The browser's own. */
export const BROWSER: Surroundings = {
  isHidden: () => document.hidden,
  onVisibility: (listener) => {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
  onOnline: (listener) => {
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  },
  nextFrame: (work) => {
    if (document.hidden) return BROWSER.after(HIDDEN_FRAME_MS, work);
    const frame = requestAnimationFrame(work);
    return () => cancelAnimationFrame(frame);
  },
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
