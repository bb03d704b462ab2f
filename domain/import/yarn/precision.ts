import type { Declarations } from "./declarations.ts";
import { partsOf, type YarnExpression } from "./expression.ts";
import type { Statement } from "./statements.ts";

/** Kinds of numbers: whole ones, fractions that are exact in either precision, and those that a precision rounds. */
const WHOLE = 0;
const EXACT = 1;
const ROUNDED = 2;
type Kind = typeof WHOLE | typeof EXACT | typeof ROUNDED;

/** Parts of one that an exact fraction is counted in. */
const PARTS = 1024;

/** Functions whose results are whole whatever they are asked. */
const WHOLE_RESULTS: ReadonlySet<string> = new Set([
  ...["floor", "ceil", "int", "round", "inc", "dec", "dice", "random_range", "visited_count"],
]);
const ROUNDED_RESULTS: ReadonlySet<string> = new Set(["random", "random_range_float", "round_places", "number"]);
const CALCULATING: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);

/**
 * Tells where a story calculates with numbers that Yarn Spinner rounds to single precision while it is played: there a result
 * can have other last digits than one of double precision. Whole numbers, halves, quarters and the like are the same in both.
 */
export class Precision {
  readonly #variables = new Map<string, Kind>();
  readonly #smart: ReadonlyMap<string, YarnExpression>;

  constructor(statements: readonly Statement[], { smart, initial }: Pick<Declarations, "smart" | "initial">) {
    this.#smart = smart;
    for (const [name, value] of initial) if (typeof value === "number") this.#variables.set(name, kindOfNumber(value));
    const sets = statements.filter((each) => each.kind === "set");
    // A kind only grows, so that at most twice as many rounds as variables are made.
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const each of sets) {
        const known = this.#variables.get(each.name) ?? WHOLE;
        const kind = each.op.endsWith("=") && each.op !== "=" ? this.#after(each) : this.#kindOf(each.value);
        if (kind <= known) continue;
        this.#variables.set(each.name, kind);
        isChanged = true;
      }
    }
  }

  /** Whether a statement calculates something that can be rounded, of these expressions of it. */
  rounds(statement: Statement, expressions: readonly YarnExpression[]): boolean {
    if (statement.kind === "set" && statement.op !== "to" && statement.op !== "=" && this.#after(statement) === ROUNDED)
      return true;
    const parts = expressions.flatMap(partsOf);
    const smart = parts.flatMap((part) =>
      part.kind === "variable" ? (this.#smart.get(part.name.slice(1)) ?? []) : [],
    );
    return [...parts, ...smart.flatMap(partsOf)].some((part) => {
      const calculates = part.kind === "operator" && CALCULATING.has(part.name);
      return (
        calculates &&
        this.#kindOf(part) === ROUNDED &&
        partsOf(part).some(({ kind }) => kind === "variable" || kind === "call")
      );
    });
  }

  #after({ name, op, value }: Statement & { kind: "set" }): Kind {
    const variable: YarnExpression = { kind: "variable", name: `$${name}` };
    return this.#kindOf({ kind: "operator", name: op.slice(0, -1), args: [variable, value] });
  }

  #kindOf(expression: YarnExpression): Kind {
    switch (expression.kind) {
      case "constant":
        return typeof expression.value === "number" ? kindOfNumber(expression.value) : WHOLE;
      case "variable": {
        const name = expression.name.slice(1);
        const smart = this.#smart.get(name);
        return smart === undefined ? (this.#variables.get(name) ?? WHOLE) : this.#kindOf(smart);
      }
      case "member":
        return WHOLE;
      case "call":
        if (WHOLE_RESULTS.has(expression.name)) return WHOLE;
        return ROUNDED_RESULTS.has(expression.name) ? ROUNDED : this.#greatest(expression.args);
      case "operator":
        return this.#calculated(expression);
    }
  }

  #calculated({ name, args }: YarnExpression & { kind: "operator" }): Kind {
    const greatest = this.#greatest(args);
    if (name === "%") return greatest === WHOLE ? WHOLE : ROUNDED;
    if (name === "/") {
      const [, by] = args;
      const isExact = by?.kind === "constant" && typeof by.value === "number" && Number.isInteger(Math.log2(by.value));
      return isExact && greatest !== ROUNDED ? EXACT : ROUNDED;
    }
    return CALCULATING.has(name) || name === "_" ? greatest : WHOLE;
  }

  #greatest(of: readonly YarnExpression[]): Kind {
    return of.reduce<Kind>((kind, each) => {
      const own = this.#kindOf(each);
      return own > kind ? own : kind;
    }, WHOLE);
  }
}

function kindOfNumber(value: number): Kind {
  if (Number.isInteger(value)) return WHOLE;
  return Number.isInteger(value * PARTS) ? EXACT : ROUNDED;
}
