import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/** Escapes a token for a JSON Pointer (RFC 6901). */
export const escapeToken = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapeToken = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** The tokens of a JSON Pointer; the empty pointer has none. */
export function pointerTokens(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeToken);
}

/** Whether one pointer is the other or lies inside it: an edit of `/properties` meets one of `/properties/mood`. */
export function pointersMeet(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || a === "" || b === "";
}

/** The value at a pointer of a state; null when there is none. */
export function valueAt(state: JsonObject | null, pointer: string): Json {
  let value: Json | undefined = state ?? undefined;
  for (const token of pointerTokens(pointer)) {
    value = isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value ?? null;
}
