/** How much is under way at once, in all and for each of those it is done for, so that a slow one keeps nobody else waiting. */
export class ConcurrencyLimits {
  readonly #perLane: number;
  readonly #inAll: number;
  readonly #counts = new Map<string, number>();
  #all = 0;

  constructor(limits: { perLane: number; inAll: number }) {
    this.#perLane = limits.perLane;
    this.#inAll = limits.inAll;
  }

  /** How many more a lane may begin. */
  available(lane: string): number {
    return Math.max(0, Math.min(this.#perLane - (this.#counts.get(lane) ?? 0), this.#inAll - this.#all));
  }

  /** Keys that may begin nothing now. */
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
