/** Lets one waiter sleep until something happens. What happens while nobody waits is not lost. */
export class Wake {
  #isRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, or at once when there was one since the last time. */
  async rung(): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = null;
    this.#isRung = false;
  }
}
