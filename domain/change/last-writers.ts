import { isJsonObject, type JsonObject } from "../json.ts";
import { type Change, touchedPointers } from "./change.ts";
import { escapeToken, pointersMeet } from "./pointer.ts";

/** The values of a state that have an author each: its fields, and what lies directly in those that are objects. */
export function authoredPointers(state: JsonObject): string[] {
  return Object.entries(state).flatMap(([field, value]) => {
    const pointer = `/${escapeToken(field)}`;
    if (!isJsonObject(value) || Object.keys(value).length === 0) return [pointer];
    return Object.keys(value).map((key) => `${pointer}/${escapeToken(key)}`);
  });
}

/** Finds the last event that wrote each value of a state. Events are given newest first, until every value has its event. */
export class LastWriters<E> {
  readonly found = new Map<string, E>();
  #left: readonly string[];

  constructor(state: JsonObject) {
    this.#left = authoredPointers(state);
  }

  /** Whether every value has its event. */
  get isDone(): boolean {
    return this.#left.length === 0;
  }

  /** Takes the next event before those it was given. */
  take(event: E, change: Change): void {
    const touched = touchedPointers(change);
    const left: string[] = [];
    for (const pointer of this.#left) {
      if (touched.some((each) => pointersMeet(each, pointer))) this.found.set(pointer, event);
      else left.push(pointer);
    }
    this.#left = left;
  }
}
