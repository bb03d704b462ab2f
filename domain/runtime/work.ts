import type { VariableValue } from "../expression.ts";

/** Most that one page may take. What counts as an evaluation says the guide "Playing a dialogue". */
export interface PageLimits {
  readonly evaluations: number;
  /** Characters of one text, with the values in it. */
  readonly text: number;
  /** Characters of all texts of a page, those of its offers included. */
  readonly page: number;
}

export const PAGE_LIMITS: PageLimits = { evaluations: 200_000, text: 200_000, page: 1_048_576 };

/** Sum of the work of all pages that are played with it, in evaluations; other limits for each of them where it has any. */
export interface Meter {
  spent: number;
  readonly limits?: PageLimits;
}

/** Signals that a page has taken all the evaluations it may. */
export class OverBudget extends Error {}

/** Characters whose writing takes as long as an evaluation. */
const CHARACTERS_AN_EVALUATION = 4;

/** Work of one page, or of one look at where a playthrough stands. */
export class Work {
  readonly #meter: Meter;
  readonly limits: PageLimits;
  #evaluations = 0;
  #said = 0;

  constructor(meter: Meter = { spent: 0 }) {
    this.#meter = meter;
    this.limits = meter.limits ?? PAGE_LIMITS;
  }

  /** @throws {@link OverBudget} once a page has taken more than it may. */
  spend(evaluations: number): void {
    this.#evaluations += evaluations;
    if (this.#evaluations > this.limits.evaluations) throw new OverBudget();
  }

  /** Number of characters that the next text may have. */
  get room(): number {
    return Math.max(0, Math.min(this.limits.text, this.limits.page - this.#said));
  }

  say(characters: number): void {
    this.#said += characters;
  }

  /** Adds what was taken to the meter. */
  end(): void {
    this.#meter.spent += this.#evaluations + this.#said / CHARACTERS_AN_EVALUATION;
    this.#evaluations = 0;
    this.#said = 0;
  }
}

/** Number of characters of a value; each value of a set counts for ten more. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value)
    ? (value as VariableValue[]).reduce<number>((sum, each) => sum + sizeOf(each) + 10, 0)
    : 0;
}
