import type { Declarations } from "./declarations.ts";
import { partsOf, type YarnExpression } from "./expression.ts";
import { single } from "./numbers.ts";
import type { Statement } from "./statements.ts";

/** Bounds of the numbers that an expression can come to. */
interface Size {
  /** Greatest distance from zero. */
  readonly most: number;
  /** Binary places behind the point: 0 for whole numbers, infinite for those that a precision rounds. */
  readonly places: number;
  /** Whether one can be so near to zero that it is written with an exponent. */
  readonly isTiny: boolean;
}

const NONE: Size = { most: 0, places: 0, isTiny: false };
const FRACTION: Size = { most: 1, places: Number.POSITIVE_INFINITY, isTiny: false };

/** Digits up to which a number of single precision is written as one of double precision is. */
const SAME_DIGITS = 7;

/** Least number that is written with an exponent where it ends on zeros; those past 16,777,216 are rounded. */
const LARGE = 1e7;

/** Least fraction that is written without an exponent. */
const LEAST_PLAIN = 1e-4;

/** Distance from zero that is not told from greater ones. */
const BEYOND = 1e9;

/** Number of times that a story is taken to change a variable. */
const CHANGES = 1_000;

/** Number of rounds in which the growth of variables is seen. */
const ROUNDS = 8;

/** Functions whose results are whole whatever they are asked. */
const WHOLE_RESULTS: ReadonlySet<string> = new Set([
  ...["floor", "ceil", "int", "round", "inc", "dec", "dice", "random_range", "visited_count"],
]);
const ROUNDED_RESULTS: ReadonlySet<string> = new Set(["random", "random_range_float", "round_places", "number"]);
const CALCULATING: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);

/**
 * Tells where a story calculates with numbers that Yarn Spinner rounds to single precision while it is played, or says ones
 * that it writes with an exponent. Whole numbers below ten millions, and halves, quarters and the like of few digits are the
 * same in both. Sums grow by as many changes as a long reading makes, products by any.
 */
export class Precision {
  readonly #variables = new Map<string, Size>();
  readonly #smart: ReadonlyMap<string, YarnExpression>;
  /** Sizes of expressions that are worked out, once those of variables are known. */
  readonly #known = new Map<YarnExpression, Size>();
  #isGathered = false;

  constructor(statements: readonly Statement[], { smart, initial }: Pick<Declarations, "smart" | "initial">) {
    this.#smart = smart;
    for (const [name, value] of initial) if (typeof value === "number") this.#variables.set(name, sizeOfNumber(value));
    const sets = statements.filter((each) => each.kind === "set");
    const growth = this.#grow(sets);
    for (const [name, by] of growth) {
      const size = this.#variables.get(name) ?? NONE;
      this.#variables.set(name, { ...size, most: capped(size.most + by * (CHANGES - ROUNDS)) });
    }
    this.#grow(sets);
    this.#isGathered = true;
  }

  /** Returns what is different of a statement's numbers, by these expressions of it; null for nothing. */
  difference(statement: Statement, expressions: readonly YarnExpression[]): string | null {
    const parts = expressions.flatMap(partsOf);
    const smart = parts.flatMap((part) =>
      part.kind === "variable" ? (this.#smart.get(part.name.slice(1)) ?? []) : [],
    );
    const played = [...parts, ...smart.flatMap(partsOf)].filter(
      (part) => part.kind === "variable" || part.kind === "call" || isCalculated(part),
    );
    const results = statement.kind === "set" && isChange(statement) ? [this.#after(statement)] : [];
    const sizes = [...results, ...played.map((part) => this.#sizeOf(part))];
    if (sizes.some(({ most, isTiny }) => most >= LARGE || isTiny)) {
      return "Yarn Spinner writes numbers from 10,000,000, and fractions below 0.0001, with an exponent (1E+07), and rounds those past 16,777,216: a number can differ";
    }
    const calculated = [...results, ...played.filter(isCalculated).map((part) => this.#sizeOf(part))];
    if (calculated.every(isSame)) return null;
    return "Yarn Spinner calculates with single precision: the last digits of a number can differ";
  }

  /** Lets every change of a variable happen some times, and answers by how much those that still grow do so each time. */
  #grow(sets: readonly (Statement & { kind: "set" })[]): ReadonlyMap<string, number> {
    let growth = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const after = new Map<string, Size>();
      for (const each of sets) {
        const size = isChange(each) ? this.#after(each) : this.#sizeOf(each.value);
        after.set(each.name, either(after.get(each.name) ?? this.#variables.get(each.name) ?? NONE, size));
      }
      growth = new Map();
      let isChanged = false;
      for (const [name, size] of after) {
        const before = this.#variables.get(name) ?? NONE;
        if (size.most > before.most) growth.set(name, size.most - before.most);
        isChanged ||= size.most > before.most || size.places > before.places || size.isTiny !== before.isTiny;
        this.#variables.set(name, size);
      }
      if (!isChanged) break;
    }
    return growth;
  }

  /** Size of a variable after a statement that changes it. */
  #after({ name, op, value }: Statement & { kind: "set" }): Size {
    const by = op.slice(0, -1);
    return this.#calculated(by, this.#variables.get(name) ?? NONE, this.#sizeOf(value), value);
  }

  #sizeOf(expression: YarnExpression): Size {
    const known = this.#known.get(expression);
    if (known !== undefined) return known;
    const size = this.#workedOut(expression);
    if (this.#isGathered) this.#known.set(expression, size);
    return size;
  }

  #workedOut(expression: YarnExpression): Size {
    switch (expression.kind) {
      case "constant":
        return typeof expression.value === "number" ? sizeOfNumber(expression.value) : NONE;
      case "variable": {
        const name = expression.name.slice(1);
        const smart = this.#smart.get(name);
        return smart === undefined ? (this.#variables.get(name) ?? NONE) : this.#sizeOf(smart);
      }
      case "member":
        return NONE;
      case "call": {
        const greatest = this.#greatest(expression.args);
        if (WHOLE_RESULTS.has(expression.name)) {
          const isCount = expression.name === "visited_count";
          return isCount ? NONE : { ...NONE, most: greatest.places === 0 ? greatest.most : greatest.most + 1 };
        }
        return ROUNDED_RESULTS.has(expression.name) ? either(greatest, FRACTION) : greatest;
      }
      case "operator": {
        const [left, right] = expression.args;
        if (left === undefined) return NONE;
        if (right === undefined) return expression.name === "_" ? this.#sizeOf(left) : NONE;
        if (!CALCULATING.has(expression.name)) return NONE;
        return this.#calculated(expression.name, this.#sizeOf(left), this.#sizeOf(right), right);
      }
    }
  }

  #calculated(name: string, left: Size, right: Size, by: YarnExpression): Size {
    const isTiny = left.isTiny || right.isTiny;
    const places = Math.max(left.places, right.places);
    switch (name) {
      case "*":
        return { most: capped(left.most * right.most), places: left.places + right.places, isTiny };
      case "/": {
        const divisor = by.kind === "constant" && typeof by.value === "number" && by.value !== 0 ? by.value : null;
        const most = capped(divisor === null ? left.most : left.most / divisor);
        const halves = divisor === null ? Number.NaN : Math.log2(divisor);
        const more = Number.isInteger(halves) ? Math.max(halves, 0) : Number.POSITIVE_INFINITY;
        return { most, places: left.places + more, isTiny };
      }
      case "%":
        return { most: left.most, places: places === 0 ? 0 : Number.POSITIVE_INFINITY, isTiny };
      default:
        return { most: capped(left.most + right.most), places, isTiny };
    }
  }

  #greatest(of: readonly YarnExpression[]): Size {
    return of.reduce<Size>((size, each) => either(size, this.#sizeOf(each)), NONE);
  }
}

/** Whether a statement changes a variable by its own value. */
function isChange({ op }: Statement & { kind: "set" }): boolean {
  return op !== "to" && op !== "=";
}

/** Whether a part of an expression is calculated while a story is played. */
function isCalculated(part: YarnExpression): boolean {
  return (
    part.kind === "operator" &&
    CALCULATING.has(part.name) &&
    partsOf(part).some(({ kind }) => kind === "variable" || kind === "call")
  );
}

/** Whether numbers are the same in either precision, and are written the same. */
function isSame({ most, places }: Size): boolean {
  const digits = most < 1 ? 0 : Math.floor(Math.log10(most)) + 1;
  return digits + places <= SAME_DIGITS;
}

function either(one: Size, other: Size): Size {
  return {
    most: Math.max(one.most, other.most),
    places: Math.max(one.places, other.places),
    isTiny: one.isTiny || other.isTiny,
  };
}

function capped(most: number): number {
  return Math.min(Math.abs(most), BEYOND);
}

function sizeOfNumber(value: number): Size {
  const most = Math.abs(single(value));
  let places = 0;
  while (places <= SAME_DIGITS && !Number.isInteger(most * 2 ** places)) places += 1;
  return {
    most: capped(most),
    places: places > SAME_DIGITS ? Number.POSITIVE_INFINITY : places,
    isTiny: most > 0 && most < LEAST_PLAIN,
  };
}
