import type { Branch } from "./dialogue/wire.ts";
import type { Json } from "./json.ts";

/** A value somewhere in an object, and the names on the way to it. */
export interface Leaf {
  readonly path: string;
  readonly value: string;
}

/** Lists the values of a JSON value as text, in their order; empty ones are left out. */
export function leavesOf(value: Json, path = ""): Leaf[] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) {
    const flat = value.every((each) => each === null || typeof each !== "object");
    if (flat) {
      const list = value.filter((each) => each !== null && each !== "").map(String);
      return list.length === 0 ? [] : [{ path, value: list.join(", ") }];
    }
    return value.flatMap((each) => leavesOf(each, path));
  }
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each, path === "" ? name : `${path} ${name}`));
  }
  return [{ path, value: String(value) }];
}

/** Returns the names and values of a JSON value as text, a line each. */
export function textOfJson(value: Json): string {
  return leavesOf(value)
    .map(({ path, value: words }) => `${path} ${words}`)
    .join("\n");
}

/** Returns the values of a JSON value as text, a line each. */
export function valuesOfJson(value: Json): string {
  return leavesOf(value)
    .map(({ value: words }) => words)
    .join("\n");
}

/** Returns the text of a node and of its branches, a line each. */
export function textOfNode(text: string, branches: readonly Pick<Branch, "choice_text">[]): string {
  return [text, ...branches.map(({ choice_text }) => choice_text ?? "")].filter((each) => each !== "").join("\n");
}
