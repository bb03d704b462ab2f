import { randomAt } from "../runtime/random.ts";

/** A sentence of a sketch, and the facts it was made of. */
export interface Sentence {
  text: string;
  fact_ids: string[];
}

/** Fact that a sketch may use. */
export interface KnownFact {
  id: string;
  text: string;
}

/** Content of a slot: words, with the facts they carry. */
export type Filling = string | { text: string; fact_ids: readonly string[] };

/** Alternatives by the name of their rule. `[rule]` in one is expanded, `{slot}` filled in, `{slot.cap}` with a capital. */
export type Grammar = Readonly<Record<string, readonly string[]>>;

const MARK = /\[(\w+)\]|\{(\w+)(\.cap)?\}/g;
/** Rules within rules; a grammar that goes deeper goes in circles. */
const MAX_DEPTH = 12;

/** Draws the random numbers of one call: the same seed gives the same draws, and no other call's. */
export class RandomSource {
  readonly #seed: number;
  #draws = 0;

  constructor(seed: string) {
    this.#seed = hashOf(seed);
  }

  /** A whole number from 0 up to but not including `sides`. */
  throw(sides: number): number {
    return Math.min(sides - 1, Math.floor(randomAt(this.#seed, this.#draws++) * sides));
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.throw(high - low + 1);
  }

  /** The entries of a list in an order of their own. */
  shuffled<T>(list: readonly T[]): T[] {
    const result = [...list];
    for (let at = result.length - 1; at > 0; at--) {
      const other = this.throw(at + 1);
      const [a, b] = [result[at], result[other]];
      if (a === undefined || b === undefined) continue;
      result[at] = b;
      result[other] = a;
    }
    return result;
  }
}

/** Expands the rules of a grammar. An alternative comes again only after all others of its rule did. */
export class Expander {
  readonly #grammar: Grammar;
  readonly #random: RandomSource;
  readonly #left = new Map<string, string[]>();

  constructor(grammar: Grammar, random: RandomSource) {
    this.#grammar = grammar;
    this.#random = random;
  }

  /** One sentence of a rule. Only facts whose words are in it are said to be. */
  say(rule: string, slots: Readonly<Record<string, Filling>> = {}): Sentence {
    const used = new Set<string>();
    const text = this.#expand(this.#next(rule), slots, used, 0);
    return { text: capital(text.replace(/\s+/gu, " ").trim()), fact_ids: [...used] };
  }

  #expand(template: string, slots: Readonly<Record<string, Filling>>, used: Set<string>, depth: number): string {
    if (depth > MAX_DEPTH) throw new Error(`the grammar goes in circles at ${template}`);
    return template.replace(MARK, (_, rule: string | undefined, slot: string | undefined, cap: string | undefined) => {
      if (rule !== undefined) return this.#expand(this.#next(rule), slots, used, depth + 1);
      const filling = Object.hasOwn(slots, slot ?? "") ? slots[slot ?? ""] : undefined;
      if (filling === undefined) throw new Error(`nothing fills {${slot}}`);
      if (typeof filling !== "string") for (const id of filling.fact_ids) used.add(id);
      const words = typeof filling === "string" ? filling : filling.text;
      return cap === undefined ? words : capital(words);
    });
  }

  #next(rule: string): string {
    const all = this.#grammar[rule];
    if (all === undefined || all.length === 0) throw new Error(`the grammar has no rule ${rule}`);
    const left = this.#left.get(rule) ?? [];
    const rest = left.length > 0 ? left : this.#random.shuffled(all);
    const [first = "", ...others] = rest;
    this.#left.set(rule, others);
    return first;
  }
}

function capital(words: string): string {
  const [first = "", ...rest] = Array.from(words);
  return first.toUpperCase() + rest.join("");
}

/** FNV-1a over the text's code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
