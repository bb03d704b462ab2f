import type { Db } from "../../record/database.ts";
import { type TextRow, textEndings, textsBetween } from "../../record/words/read-words.ts";
import { lineOrdinals, nodeResource } from "../dialogues/public.ts";

/** Texts that are read at once. */
const PIECE = 5_000;
/** Bytes that a text takes in a layout, a little more than its columns. */
const TEXT_BYTES = 48;
/** Bytes of all layouts that a process keeps. */
const MAX_BYTES = 96 * 1024 * 1024;
const STILL = Number.MAX_SAFE_INTEGER;

/**
 * Places of the texts of a project's lines, in the order in which they began: everything that ranks them but their words. A text that
 * has begun never changes but for its end, so a layout that has come further serves earlier sequences too.
 */
export class LineLayout {
  /** Sequence up to which it is complete. */
  through = 0;
  count = 0;
  from = new Float64Array(1_024);
  to = new Float64Array(1_024);
  place = new Int32Array(1_024);
  ordinal = new Int32Array(1_024);
  length = new Int32Array(1_024);
  /** Dialogues, by the numbers in `place`. */
  readonly places: string[] = [];
  /** Indexes of the texts by dialogue, number of the line, and beginning. */
  order = new Int32Array(0);
  readonly #placeOf = new Map<string, number>();
  #extending: Promise<unknown> = Promise.resolve();

  get bytes(): number {
    return this.from.length * TEXT_BYTES;
  }

  /** Brings it up to a sequence that the index of words has reached; one at a time. */
  async bring(db: Db, projectId: string, seq: number): Promise<void> {
    const before = this.#extending;
    let done = () => {};
    this.#extending = new Promise<void>((resolve) => {
      done = resolve;
    });
    await before;
    try {
      if (this.through < seq) await this.#extend(db, projectId, seq);
    } finally {
      done();
    }
  }

  /** The index of the text that began with a sequence; -1 for none. */
  at(from: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const value = this.from[middle] ?? 0;
      if (value === from) return middle;
      if (value < from) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The texts that the same line had in the same dialogue after one, in their order. */
  later(text: number): number[] {
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.order[middle] ?? 0, text) <= 0) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < this.order.length; at++) {
      const next = this.order[at] ?? 0;
      if (this.place[next] !== this.place[text] || this.ordinal[next] !== this.ordinal[text]) break;
      found.push(next);
    }
    return found;
  }

  async #extend(db: Db, projectId: string, seq: number): Promise<void> {
    const { type } = nodeResource;
    const first = this.count;
    try {
      for (let after = this.through; ; ) {
        const texts = await textsBetween(db, projectId, { type, after, upTo: seq, atMost: PIECE });
        const ordinalOf = await lineOrdinals(
          db,
          projectId,
          texts.map(({ id, place }) => ({ id, graph_id: place ?? "" })),
        );
        for (const text of texts) this.#add(text, ordinalOf({ id: text.id, graph_id: text.place ?? "" }));
        after = texts.at(-1)?.valid_from_seq ?? seq;
        if (texts.length < PIECE) break;
      }
      const endings = await textEndings(db, projectId, { type, after: this.through, upTo: seq });
      for (const { from, by } of endings) this.to[this.at(from)] = by - 1;
    } catch (error) {
      this.count = first;
      throw error;
    }
    this.#sort(first);
    this.through = seq;
  }

  #add({ valid_from_seq, place, length }: TextRow, ordinal: number): void {
    if (this.count === this.from.length) this.#grow();
    let number = this.#placeOf.get(place ?? "");
    if (number === undefined) {
      number = this.places.push(place ?? "") - 1;
      this.#placeOf.set(place ?? "", number);
    }
    const at = this.count++;
    this.from[at] = valid_from_seq;
    this.to[at] = STILL;
    this.place[at] = number;
    this.ordinal[at] = ordinal;
    this.length[at] = length;
  }

  #grow(): void {
    const size = this.from.length * 2;
    const grown = <T extends Float64Array | Int32Array>(old: T, fresh: T): T => {
      fresh.set(old as never);
      return fresh;
    };
    this.from = grown(this.from, new Float64Array(size));
    this.to = grown(this.to, new Float64Array(size));
    this.place = grown(this.place, new Int32Array(size));
    this.ordinal = grown(this.ordinal, new Int32Array(size));
    this.length = grown(this.length, new Int32Array(size));
  }

  /** Merges the texts from an index on into the order. */
  #sort(first: number): void {
    const fresh = Array.from({ length: this.count - first }, (_, i) => first + i).sort((a, b) => this.#compare(a, b));
    const merged = new Int32Array(this.count);
    for (let at = 0, old = 0, next = 0; at < merged.length; at++) {
      const [a, b] = [this.order[old], fresh[next]];
      const isOld = b === undefined || (a !== undefined && this.#compare(a, b) < 0);
      merged[at] = (isOld ? a : b) ?? 0;
      if (isOld) old++;
      else next++;
    }
    this.order = merged;
  }

  #compare(a: number, b: number): number {
    return (
      (this.place[a] ?? 0) - (this.place[b] ?? 0) ||
      (this.ordinal[a] ?? 0) - (this.ordinal[b] ?? 0) ||
      (this.from[a] ?? 0) - (this.from[b] ?? 0)
    );
  }
}

/** Layouts by the edition of the index they are of, the last used last. */
const kept = new Map<string, LineLayout>();

/** The layout of a project's lines, up to a sequence at least. */
export async function lineLayout(
  db: Db,
  projectId: string,
  { edition, seq }: { edition: string; seq: number },
): Promise<LineLayout> {
  const layout = kept.get(edition) ?? new LineLayout();
  kept.delete(edition);
  kept.set(edition, layout);
  await layout.bring(db, projectId, seq);
  let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0);
  for (const [name, each] of kept) {
    if (bytes <= MAX_BYTES) break;
    kept.delete(name);
    bytes -= each.bytes;
  }
  return layout;
}
