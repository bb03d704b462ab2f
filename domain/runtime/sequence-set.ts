/**
 * A set of sequences of 32-bit integers that lie one behind the other in one block of memory, found by open addressing. An exploration
 * asks at every page whether its state was seen: texts as keys, which have to be joined and hashed, took longer than playing.
 */
export class SequenceSet {
  /** Every sequence behind its length. */
  #words = new Int32Array(4_096);
  /** Index at which the sequence being added begins. */
  #start = 0;
  #end = 1;
  /** Indexes at which sequences begin, by hash; -1 is free. */
  #slots = new Int32Array(1_024).fill(-1);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Writes a number at the end of the sequence under way. */
  push(word: number): void {
    if (this.#end === this.#words.length) {
      const words = new Int32Array(this.#words.length * 2);
      words.set(this.#words);
      this.#words = words;
    }
    this.#words[this.#end++] = word;
  }

  /** Ends the sequence under way; whether it is a new one. */
  add(): boolean {
    this.#words[this.#start] = this.#end - this.#start;
    const slot = this.#slotOf(this.#start);
    const isNew = this.#slots[slot] === -1;
    if (isNew) {
      this.#slots[slot] = this.#start;
      this.#size += 1;
      this.#start = this.#end;
      if (this.#size * 2 > this.#slots.length) this.#widen();
    }
    this.#end = this.#start;
    this.push(0);
    return isNew;
  }

  /** The slot of a sequence, or the free one that it goes into. */
  #slotOf(start: number): number {
    const words = this.#words;
    const length = words[start] ?? 0;
    let hash = 0;
    for (let at = start; at < start + length; at++) {
      hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const other = this.#slots[slot] ?? -1;
      if (other === -1) return slot;
      let same = 0;
      while (same < length && words[start + same] === words[other + same]) same++;
      if (same === length) return slot;
    }
  }

  #widen(): void {
    const starts = this.#slots.filter((start) => start !== -1);
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (const start of starts) this.#slots[this.#slotOf(start)] = start;
  }
}
