const EMPTY = 0;

/** Holds positions on the canvas in a few bytes each: a dialogue may have a hundred thousand. */
export class PositionSet {
  /** Coordinates in pairs, in the order in which they were added. */
  readonly #spots: Float64Array;
  /** One more than the number of the spot that is here; a power of two, at most half full. */
  readonly #slots: Uint32Array;
  #size = 0;

  constructor(most: number) {
    this.#spots = new Float64Array(2 * most);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a position; false when it was there already. */
  add(x: number, y: number): boolean {
    const at = 2 * this.#size;
    this.#spots[at] = x;
    this.#spots[at + 1] = y;
    const last = this.#slots.length - 1;
    const bits = new Uint32Array(this.#spots.buffer, 8 * at, 4);
    let hash = 0;
    for (const part of bits) hash = Math.imul(hash ^ part, 0x9e3779b1) ^ (hash >>> 15);
    for (let slot = (hash ^ (hash >>> 16)) & last; ; slot = (slot + 1) & last) {
      const held = this.#slots[slot] ?? EMPTY;
      if (held === EMPTY) {
        this.#size += 1;
        this.#slots[slot] = this.#size;
        return true;
      }
      if (this.#spots[2 * held - 2] === x && this.#spots[2 * held - 1] === y) return false;
    }
  }
}
