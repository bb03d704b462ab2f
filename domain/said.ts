import type { Branch } from "./dialogue/wire.ts";
import type { Json } from "./json.ts";

/** A value somewhere in an object, and the names on the way to it. */
export interface Leaf {
  readonly path: string;
  readonly value: string;
}

/** Values that can be read as words, in the order in which they stand; what is empty or only says yes or no to nothing is left out. */
export function leaves(value: Json, path = ""): Leaf[] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) {
    const flat = value.every((each) => each === null || typeof each !== "object");
    if (flat) {
      const list = value.filter((each) => each !== null && each !== "").map(String);
      return list.length === 0 ? [] : [{ path, value: list.join(", ") }];
    }
    return value.flatMap((each) => leaves(each, path));
  }
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([name, each]) => leaves(each, path === "" ? name : `${path} ${name}`));
  }
  return [{ path, value: String(value) }];
}

/** The words of an object: names and values. */
export function wordsOf(value: Json): string {
  return leaves(value)
    .map(({ path, value: words }) => `${path} ${words}`)
    .join("\n");
}

/** What is said in a line: its text, and what can be answered. */
export function wordsOfLine(text: string, branches: readonly Pick<Branch, "choice_text">[]): string {
  return [text, ...branches.map(({ choice_text }) => choice_text ?? "")].filter((each) => each !== "").join("\n");
}
