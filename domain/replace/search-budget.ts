/** Time that looking through texts may take in all, in milliseconds of searching alone. */
export class SearchBudget {
  #left: number;
  readonly #clock: () => number;

  constructor(milliseconds: number, clock: () => number = () => performance.now()) {
    this.#left = milliseconds;
    this.#clock = clock;
  }

  /**
   * Runs a search and takes its time from the budget.
   *
   * @throws {@link SearchBudgetExceeded} when nothing is left.
   */
  spend<T>(search: () => T): T {
    const started = this.#clock();
    const result = search();
    this.#left -= this.#clock() - started;
    if (this.#left < 0) throw new SearchBudgetExceeded();
    return result;
  }
}

/** A search that takes too long. */
export class SearchBudgetExceeded extends Error {
  constructor() {
    super("the search takes too long");
  }
}
