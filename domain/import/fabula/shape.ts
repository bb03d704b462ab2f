import { escapeToken } from "../../change/pointer.ts";
import type { ShapeReporter } from "../../expression-shape.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";

/** Reads fields of unknown JSON, says what is wrong at which pointer, and goes on with something harmless. */
export class Shape {
  readonly #report: ShapeReporter;

  constructor(report: ShapeReporter) {
    this.#report = report;
  }

  fail(pointer: string, message: string): void {
    this.#report(pointer, message);
  }

  /** An object with no fields but these. */
  object(value: Json | undefined, pointer: string, fields: readonly string[]): JsonObject {
    if (!isJsonObject(value)) {
      this.fail(pointer, "must be an object");
      return {};
    }
    for (const key of Object.keys(value)) {
      if (!fields.includes(key)) this.fail(`${pointer}/${escapeToken(key)}`, "is an unknown field");
    }
    return value;
  }

  /** A free-form object. */
  record(value: Json | undefined, pointer: string): JsonObject {
    if (value === undefined) return {};
    if (isJsonObject(value)) return value;
    this.fail(pointer, "must be an object");
    return {};
  }

  list<T>(value: Json | undefined, pointer: string, read: (item: Json, pointer: string) => T | null): T[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fail(pointer, "must be an array");
      return [];
    }
    const items: T[] = [];
    value.forEach((item, index) => {
      const result = read(item, `${pointer}/${index}`);
      if (result !== null) items.push(result);
    });
    return items;
  }

  text(value: Json | undefined, pointer: string, fallback?: string): string {
    if (typeof value === "string") return value;
    if (value === undefined && fallback !== undefined) return fallback;
    this.fail(pointer, value === undefined ? "is missing" : "must be a string");
    return fallback ?? "";
  }

  /** A text that names something and so cannot be empty. */
  key(value: Json | undefined, pointer: string): string {
    const key = this.text(value, pointer);
    if (value === "") this.fail(pointer, "must not be empty");
    return key;
  }

  textOrNull(value: Json | undefined, pointer: string): string | null {
    return value === undefined || value === null ? null : this.text(value, pointer);
  }

  numberOrNull(value: Json | undefined, pointer: string): number | null {
    return value === undefined || value === null ? null : this.number(value, pointer, 0);
  }

  boolean(value: Json | undefined, pointer: string, fallback: boolean): boolean {
    if (typeof value === "boolean") return value;
    if (value !== undefined) this.fail(pointer, "must be true or false");
    return fallback;
  }

  number(value: Json | undefined, pointer: string, fallback: number): number {
    if (typeof value === "number") return value;
    if (value !== undefined) this.fail(pointer, "must be a number");
    return fallback;
  }

  oneOf<T extends string>(value: Json | undefined, pointer: string, values: readonly T[], fallback?: T): T {
    const found = values.find((known) => known === value);
    if (found !== undefined) return found;
    if (value !== undefined || fallback === undefined) this.fail(pointer, `must be one of ${values.join(", ")}`);
    return fallback ?? (values[0] as T);
  }

  /** Reports the second and later of equal keys. */
  unique(items: readonly { key: string; pointer: string }[], what: string): void {
    const seen = new Set<string>();
    for (const { key, pointer } of items) {
      if (seen.has(key)) this.fail(pointer, `another ${what} of this file has the key ${JSON.stringify(key)}`);
      seen.add(key);
    }
  }
}
