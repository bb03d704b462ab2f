/** Lets one waiter sleep until something happens. What happens while nobody waits is not lost. */
export class Wake {
  #isRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    const wake = this.#wake;
    this.#wake = null;
    this.#isRung = wake === null;
    wake?.();
  }

  /** Resolves at the next ring, or at once when there was one since the last time. */
  rung(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isRung) resolve();
      else this.#wake = resolve;
      this.#isRung = false;
    });
  }
}
