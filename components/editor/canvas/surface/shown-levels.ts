import { KeyedListeners } from "../scene/keyed-listeners.ts";
import type { Level } from "./viewport.ts";

/**
 * Nodes that are drawn anew in one frame where the level of all in view changes. Ten take 5 to 8 ms on a slow machine; all
 * sixty of a window took 50 to 75 ms, in which nothing moved.
 */
export const DRAWN_AT_ONCE = 10;

/** Which level each node that is drawn shows. When it changes, a few follow in each frame; nearest to the middle first. */
export class ShownLevels {
  #level: Level;
  /** Nodes that still show the level before. */
  #behind: string[] = [];
  #isBehind = new Set<string>();
  #before: Level;
  #frame = 0;
  readonly #listeners = new KeyedListeners();
  readonly #rank: (id: string) => number;
  readonly #done: () => void;

  /** `rank` is how soon a node is drawn, the smallest first; `done` is called when all have followed. */
  constructor(level: Level, rank: (id: string) => number, done: () => void) {
    this.#level = level;
    this.#before = level;
    this.#rank = rank;
    this.#done = done;
  }

  of(id: string): Level {
    return this.#isBehind.has(id) ? this.#before : this.#level;
  }

  /** Whether some nodes still show the level before. */
  get isChanging(): boolean {
    return this.#behind.length > 0;
  }

  listen(id: string, listener: () => void): () => void {
    return this.#listeners.listen(id, listener);
  }

  /** Begins to show another level. */
  change(level: Level): void {
    if (level === this.#level) return;
    // Who had not followed yet shows what is shown again now. From far away nothing is drawn, and what comes shows the new level.
    const isDrawn = level !== "far" && this.#level !== "far";
    const behind = isDrawn ? [...this.#listeners.ids()].filter((id) => !this.#isBehind.has(id)) : [];
    this.#before = this.#level;
    this.#level = level;
    this.#isBehind = new Set(behind);
    const ranks = new Map(behind.map((id) => [id, this.#rank(id)]));
    // The last are taken first.
    this.#behind = behind.sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
    if (behind.length > 0) this.#frame ||= requestAnimationFrame(this.#follow);
  }

  /** Ends what is under way: whoever is drawn again shows the level there is. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#behind = [];
    this.#isBehind.clear();
  }

  #follow = (): void => {
    this.#frame = 0;
    let left = DRAWN_AT_ONCE;
    while (left > 0 && this.#behind.length > 0) {
      const id = this.#behind.pop() ?? "";
      this.#isBehind.delete(id);
      // One that has left the view costs nothing.
      if (this.#listeners.tell(id)) left -= 1;
    }
    if (this.#behind.length > 0) this.#frame = requestAnimationFrame(this.#follow);
    else this.#done();
  };
}
