import { KeyedListeners } from "../scene/keyed-listeners.ts";
import type { Level } from "./viewport.ts";

/**
 * Nodes that are drawn anew in one frame where the level of all in view changes. Ten take 5 to 8 ms on a slow machine; all
 * sixty of a window took 50 to 75 ms, in which nothing moved.
 */
export const DRAWN_AT_ONCE = 10;

/** Ids in the order of their ranks, the smallest first; each is ranked once. */
export function ranked(ids: readonly string[], rank: (id: string) => number): string[] {
  return ids
    .map((id): [string, number] => [id, rank(id)])
    .sort(([, a], [, b]) => a - b)
    .map(([id]) => id);
}

/** Level of each drawn node. A change of level reaches ten nodes a frame, those nearest to the middle first. */
export class ShownLevels {
  #level: Level;
  /** Nodes that still show the level before, in the order in which they follow. */
  #behind = new Set<string>();
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
    return this.#behind.has(id) ? this.#before : this.#level;
  }

  /** Whether some nodes still show the level before. */
  get isChanging(): boolean {
    return this.#behind.size > 0;
  }

  listen(id: string, listener: () => void): () => void {
    return this.#listeners.listen(id, listener);
  }

  /** Begins to show another level. */
  change(level: Level): void {
    if (level === this.#level) return;
    // Who had not followed yet shows what is shown again now. From far away nothing is drawn, and what comes shows the new level.
    const isDrawn = level !== "far" && this.#level !== "far";
    const behind = isDrawn ? [...this.#listeners.ids()].filter((id) => !this.#behind.has(id)) : [];
    this.#before = this.#level;
    this.#level = level;
    this.#behind = new Set(ranked(behind, this.#rank));
    if (behind.length > 0) this.#frame ||= requestAnimationFrame(this.#follow);
  }

  /** Ends what is under way: whoever is drawn again shows the level there is. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#behind.clear();
  }

  #follow = (): void => {
    this.#frame = 0;
    let left = DRAWN_AT_ONCE;
    for (const id of this.#behind) {
      if (left === 0) break;
      this.#behind.delete(id);
      // One that has left the view costs nothing.
      if (this.#listeners.tell(id)) left -= 1;
    }
    if (this.#behind.size > 0) this.#frame = requestAnimationFrame(this.#follow);
    else this.#done();
  };
}
