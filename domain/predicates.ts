import { searchForm } from "./search-form.ts";

/** Predicate of facts as a project declares it. */
export interface DeclaredPredicate {
  readonly name: string;
  readonly functional: boolean;
  readonly exclusive_with: readonly string[];
  readonly inverse: string | null;
}

/** Claim of a fact, without who knows it. */
export interface Claim {
  /** Subject; null for the world as a whole. */
  readonly subject_id: string | null;
  readonly predicate: string | null;
  readonly object_id: string | null;
  readonly text: string;
}

/** One reading of a claim: from its subject, or by the inverse of its predicate from its object. */
interface Statement {
  readonly subject: string | null;
  readonly predicate: string;
  readonly object: string | null;
  readonly text: string;
}

/** Reason for which two claims do not go together. */
export interface Contradiction {
  /** `functional` for two values of a predicate that has one, `exclusive` for two predicates of which one excludes the other. */
  readonly reason: "functional" | "exclusive";
  /** Subject of which both cannot hold; null for the world as a whole. */
  readonly subject_id: string | null;
  /** Predicate by which it is said of the first claim. */
  readonly predicate: string;
}

/** Pair of predicates that are compared where they are said of one subject. */
export interface OpposingPair {
  readonly p: string;
  readonly q: string;
  readonly reason: Contradiction["reason"];
}

/** Rules that declared predicates make for facts with them. */
export class PredicateRules {
  readonly #functional = new Set<string>();
  readonly #exclusive = new Map<string, Set<string>>();
  readonly #inverse = new Map<string, string>();

  constructor(declared: readonly DeclaredPredicate[]) {
    for (const { name, functional, exclusive_with, inverse } of declared) {
      if (functional) this.#functional.add(name);
      for (const other of exclusive_with) {
        this.#exclude(name, other);
        this.#exclude(other, name);
      }
      if (inverse !== null) {
        this.#inverse.set(name, inverse);
        this.#inverse.set(inverse, name);
      }
    }
  }

  #exclude(name: string, other: string): void {
    this.#exclusive.set(name, (this.#exclusive.get(name) ?? new Set()).add(other));
  }

  /** Pairs of predicates to compare, each in both orders. */
  get opposing(): OpposingPair[] {
    return [
      ...[...this.#functional].map((name) => ({ p: name, q: name, reason: "functional" as const })),
      ...[...this.#exclusive].flatMap(([p, others]) =>
        [...others].map((q) => ({ p, q, reason: "exclusive" as const })),
      ),
    ];
  }

  /** Predicates that say the same from the other side, both ways. */
  get inverses(): { readonly p: string; readonly inverse: string }[] {
    return [...this.#inverse].map(([p, inverse]) => ({ p, inverse }));
  }

  /** Returns whether a fact with this predicate can contradict another one. */
  binds(predicate: string | null): boolean {
    if (predicate === null) return false;
    const inverse = this.#inverse.get(predicate);
    return this.#isCompared(predicate) || (inverse !== undefined && this.#isCompared(inverse));
  }

  #isCompared(predicate: string): boolean {
    return this.#functional.has(predicate) || this.#exclusive.has(predicate);
  }

  /** Returns the first way in which two claims do not go together; null where they do. */
  contradiction(first: Claim, second: Claim): Contradiction | null {
    for (const a of this.#statements(first)) {
      for (const b of this.#statements(second)) {
        if (a.subject !== b.subject) continue;
        const reason = this.#opposition(a, b);
        if (reason !== null) return { reason, subject_id: a.subject, predicate: a.predicate };
      }
    }
    return null;
  }

  #opposition(a: Statement, b: Statement): Contradiction["reason"] | null {
    if (a.predicate === b.predicate && this.#functional.has(a.predicate) && differ(a, b)) return "functional";
    if (!(this.#exclusive.get(a.predicate)?.has(b.predicate) ?? false)) return null;
    // Who loves one may hate another; who is dead is so whatever else the other fact names.
    return a.object === null || b.object === null || a.object === b.object ? "exclusive" : null;
  }

  #statements({ subject_id: subject, predicate, object_id: object, text }: Claim): Statement[] {
    if (predicate === null) return [];
    const inverse = this.#inverse.get(predicate);
    const own = { subject, predicate, object, text };
    if (inverse === undefined || object === null || subject === null) return [own];
    return [own, { subject: object, predicate: inverse, object: subject, text }];
  }
}

/** Whether two statements have different values. One in words beside one with an object may say the same, so that nobody can tell. */
function differ(a: Statement, b: Statement): boolean {
  if (a.object !== null && b.object !== null) return a.object !== b.object;
  return a.object === null && b.object === null && searchForm(a.text) !== searchForm(b.text);
}
