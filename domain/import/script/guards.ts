import type { Expression } from "../../expression.ts";

/**
 * A thing that must hold for a piece of a passage to count. `expression` is null where it is not simple. Whether it can
 * be used is only known once the types of the variables are, so the words are kept beside it.
 */
export interface Guard {
  source: string;
  expression: Expression | null;
  negated: boolean;
}

/** A guard under which nothing is ever shown: the link stands in a comment, a script or quoted text. */
export function never(source: string): Guard {
  return { source, expression: { lit: false }, negated: false };
}

/** A guard that is kept word for word. */
export function unread(source: string): Guard {
  return { source: source.trim(), expression: null, negated: false };
}

/** The alternatives of an if … else if … else, which each count only where those before them failed. */
export class Alternatives {
  readonly #failed: Guard[] = [];

  next(guard: Guard): Guard[] {
    const guards = [...this.#failed, guard];
    this.#fail(guard);
    return guards;
  }

  rest(): Guard[] {
    return [...this.#failed];
  }

  #fail(guard: Guard): void {
    // A long chain is kept by its first links and one mark for the rest, or its cost would grow with its square.
    if (this.#failed.length < 8) this.#failed.push({ ...guard, negated: !guard.negated });
    else if (this.#failed.length === 8) this.#failed.push({ source: "…", expression: null, negated: true });
  }
}
