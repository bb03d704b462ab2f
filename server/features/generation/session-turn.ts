import type { EndTurn, ExclusiveTurns } from "../../leases/exclusive-turns.ts";

/** Turn of a session among the background work of its process: held while the session computes, not while it waits for a model. */
export class SessionTurn {
  /** Whether nothing else runs meanwhile: the session was under way when a process ended. */
  readonly isAlone: boolean;
  readonly #turns: ExclusiveTurns;
  #end: EndTurn;

  constructor(turns: ExclusiveTurns, isAlone: boolean, end: EndTurn) {
    this.#turns = turns;
    this.isAlone = isAlone;
    this.#end = end;
  }

  end(): void {
    this.#end();
  }

  /** Gives the turn up while something else is waited for, and takes a shared one afterwards. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#end();
    try {
      return await wait();
    } finally {
      this.#end = await this.#turns.share();
    }
  }
}
