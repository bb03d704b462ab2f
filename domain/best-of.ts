/**
 * The best of many, the best first: a heap of those so far, whose root is the worst. Each of n costs one comparison unless it is among the
 * best, which few are.
 *
 * @param atMost how many are wanted; at least 1.
 * @param isBetter a strict order of all of them.
 */
export class BestOf<Item> {
  readonly #heap: Item[] = [];
  readonly #atMost: number;
  readonly #isBetter: (a: Item, b: Item) => boolean;

  constructor(atMost: number, isBetter: (a: Item, b: Item) => boolean) {
    this.#atMost = atMost;
    this.#isBetter = isBetter;
  }

  offer(item: Item): void {
    const heap = this.#heap;
    if (heap.length < this.#atMost) {
      heap.push(item);
      this.#rise(heap.length - 1);
    } else if (this.#isBetter(item, heap[0] as Item)) {
      heap[0] = item;
      this.#sink();
    }
  }

  /** Returns the best of those offered, the best first. */
  items(): Item[] {
    return this.#heap.toSorted((a, b) => (this.#isBetter(a, b) ? -1 : 1));
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #isWorse(a: number, b: number): boolean {
    return this.#isBetter(this.#heap[b] as Item, this.#heap[a] as Item);
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b] as Item, heap[a] as Item];
  }
}
