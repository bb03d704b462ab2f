/** Counts work under way, in all and by key, against limits, so that one slow key keeps no other waiting. */
export class ConcurrencyLimits {
  readonly #perLane: number;
  readonly #inAll: number;
  readonly #counts = new Map<string, number>();
  #all = 0;

  constructor(limits: { perLane: number; inAll: number }) {
    this.#perLane = limits.perLane;
    this.#inAll = limits.inAll;
  }

  /** Counts what may begin for a key now. */
  available(lane: string): number {
    return Math.max(0, Math.min(this.#perLane - (this.#counts.get(lane) ?? 0), this.#inAll - this.#all));
  }

  /** Lists the keys for which nothing may begin now. */
  exhausted(): string[] {
    return [...this.#counts].filter(([, count]) => count >= this.#perLane).map(([lane]) => lane);
  }

  begin(lane: string): void {
    this.#counts.set(lane, (this.#counts.get(lane) ?? 0) + 1);
    this.#all += 1;
  }

  end(lane: string): void {
    const count = (this.#counts.get(lane) ?? 1) - 1;
    if (count === 0) this.#counts.delete(lane);
    else this.#counts.set(lane, count);
    this.#all -= 1;
  }
}
