/** Ends a turn; may be called more than once. */
export type EndTurn = () => void;

/**
 * Turns of the background work of one process. Most work takes shared turns and runs side by side. Work that was under way when a
 * process ended takes one for itself: should the process end again, it is known by what.
 */
export class ExclusiveTurns {
  #shared = 0;
  #isTaken = false;
  /** Waiting lines: for turns of their own, which come first, and for shared ones. */
  readonly #alone: (() => void)[] = [];
  readonly #together: (() => void)[] = [];

  /** Takes a shared turn; null where somebody has a turn of their own, or waits for one. */
  tryShare(): EndTurn | null {
    return this.#isTaken || this.#alone.length > 0 ? null : this.also();
  }

  /** Waits for a shared turn. */
  async share(): Promise<EndTurn> {
    const turn = this.tryShare();
    if (turn !== null) return turn;
    await new Promise<void>((resolve) => this.#together.push(resolve));
    return once(() => this.#endShared());
  }

  /** Takes another shared turn beside one that is held. */
  also(): EndTurn {
    this.#shared += 1;
    return once(() => this.#endShared());
  }

  /** Waits for a turn in which nothing else runs. */
  async alone(): Promise<EndTurn> {
    if (this.#isTaken || this.#shared > 0) await new Promise<void>((resolve) => this.#alone.push(resolve));
    else this.#isTaken = true;
    return once(() => {
      this.#isTaken = false;
      this.#next();
    });
  }

  #endShared(): void {
    this.#shared -= 1;
    if (this.#shared === 0) this.#next();
  }

  /** Hands a turn on before it is free for others. */
  #next(): void {
    const alone = this.#alone.shift();
    if (alone !== undefined) {
      this.#isTaken = true;
      alone();
      return;
    }
    for (const share of this.#together.splice(0)) {
      this.#shared += 1;
      share();
    }
  }
}

function once(end: () => void): EndTurn {
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    end();
  };
}
