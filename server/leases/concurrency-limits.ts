/** A share of the work under way: its key, and the most that may be under way for it. */
export interface Lane {
  readonly key: string;
  readonly most: number;
}

/** Counts work under way, in all and by lane, against limits, so that what is slow in one lane keeps no other waiting. */
export class ConcurrencyLimits {
  readonly #inAll: number;
  readonly #counts = new Map<string, number>();
  #all = 0;

  constructor({ inAll }: { inAll: number }) {
    this.#inAll = inAll;
  }

  /** Counts what may begin now that is in all of these lanes, beside what is `planned` for them. */
  available(lanes: readonly Lane[], planned: ReadonlyMap<string, number> = new Map()): number {
    const room = lanes.map(({ key, most }) => most - (this.#counts.get(key) ?? 0) - (planned.get(key) ?? 0));
    return Math.max(0, Math.min(this.#inAll - this.#all, ...room));
  }

  begin(lanes: readonly Lane[]): void {
    for (const { key } of lanes) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#all += 1;
  }

  end(lanes: readonly Lane[]): void {
    for (const { key } of lanes) {
      const count = (this.#counts.get(key) ?? 1) - 1;
      if (count === 0) this.#counts.delete(key);
      else this.#counts.set(key, count);
    }
    this.#all -= 1;
  }
}
