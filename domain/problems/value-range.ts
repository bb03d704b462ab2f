import type { Scalar } from "../expression.ts";

type Comparison = "eq" | "ne" | "lt" | "lte" | "gt" | "gte";

/** The values something can still have after some comparisons with constants held. */
export class ValueRange {
  /** Possible values, where they are a list; null for numbers and texts. */
  #choices: Set<Scalar> | null = null;
  #kind: "number" | "string" | "list";
  #whole = false;
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;
  #aboveLeast = false;
  #belowMost = false;
  readonly #excluded = new Set<Scalar>();
  #required: Scalar | undefined = undefined;
  #impossible = false;

  private constructor(kind: "number" | "string" | "list") {
    this.#kind = kind;
  }

  /** One of a list of values. */
  static among(values: readonly Scalar[]): ValueRange {
    const range = new ValueRange("list");
    range.#choices = new Set(values);
    return range;
  }

  static numbers({ whole, least }: { whole: boolean; least?: number }): ValueRange {
    const range = new ValueRange("number");
    range.#whole = whole;
    if (least !== undefined) range.#least = least;
    return range;
  }

  static texts(): ValueRange {
    return new ValueRange("string");
  }

  /** Whether comparing with this constant says something of it; a constant of another type is a mistake of its own. */
  understands(value: Scalar): boolean {
    if (this.#choices !== null) {
      const [first] = this.#choices;
      return typeof first === typeof value;
    }
    return typeof value === this.#kind;
  }

  /** Keeps only the values that compare so with the constant. */
  narrow(op: Comparison, value: Scalar): void {
    if (op === "eq") this.#require(value);
    else if (op === "ne") this.#exclude(value);
    else if (typeof value === "number" && this.#kind === "number") this.#bound(op, value);
  }

  #require(value: Scalar): void {
    if (this.#choices !== null) {
      this.#choices = new Set(this.#choices.has(value) ? [value] : []);
    } else if (typeof value === "number") {
      if (this.#whole && !Number.isInteger(value)) this.#impossible = true;
      this.#bound("gte", value);
      this.#bound("lte", value);
    } else if (this.#required !== undefined && this.#required !== value) {
      this.#impossible = true;
    } else {
      this.#required = value;
    }
  }

  #exclude(value: Scalar): void {
    this.#excluded.add(value);
    this.#choices?.delete(value);
  }

  #bound(op: "lt" | "lte" | "gt" | "gte", value: number): void {
    if (op === "gt" || op === "gte") {
      const least = this.#whole ? (op === "gt" ? Math.floor(value) + 1 : Math.ceil(value)) : value;
      const open = !this.#whole && op === "gt";
      if (least > this.#least) [this.#least, this.#aboveLeast] = [least, open];
      else if (least === this.#least) this.#aboveLeast ||= open;
      return;
    }
    const most = this.#whole ? (op === "lt" ? Math.ceil(value) - 1 : Math.floor(value)) : value;
    const open = !this.#whole && op === "lt";
    if (most < this.#most) [this.#most, this.#belowMost] = [most, open];
    else if (most === this.#most) this.#belowMost ||= open;
  }

  /** Whether nothing is left. */
  get empty(): boolean {
    if (this.#impossible) return true;
    if (this.#choices !== null) return this.#choices.size === 0;
    if (this.#kind === "string") return this.#required !== undefined && this.#excluded.has(this.#required);
    if (this.#least > this.#most) return true;
    if (this.#least === this.#most) return this.#aboveLeast || this.#belowMost || this.#excluded.has(this.#least);
    if (!this.#whole) return false;
    const size = this.#most - this.#least + 1;
    if (size > this.#excluded.size) return false;
    for (let value = this.#least; value <= this.#most; value++) if (!this.#excluded.has(value)) return false;
    return true;
  }
}
