/** Thrown for a value that canonical JSON cannot carry. */
export class CanonicalJsonError extends Error {
  override readonly name = "CanonicalJsonError";
}

const MAX_DEPTH = 1_000;

/**
 * A JSON value as RFC 8785 (JSON Canonicalization Scheme) writes it: no white space, keys ordered by UTF-16 unit,
 * numbers and strings as ECMAScript writes them. Equal values give equal text, so texts can be compared or hashed.
 *
 * Fields that are undefined are left out, as `JSON.stringify` does. Numbers that are not finite, lone surrogates and
 * anything that is not JSON are refused with {@link CanonicalJsonError}.
 */
export function canonicalJson(value: unknown): string {
  const parts: string[] = [];
  write(value, parts, 0);
  return parts.join("");
}

function write(value: unknown, parts: string[], depth: number): void {
  if (depth > MAX_DEPTH) throw new CanonicalJsonError(`The value is nested deeper than ${MAX_DEPTH} levels.`);
  if (value === null) parts.push("null");
  else if (typeof value === "string") parts.push(writeString(value));
  else if (typeof value === "boolean") parts.push(value ? "true" : "false");
  else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new CanonicalJsonError("Numbers must be finite.");
    parts.push(String(value === 0 ? 0 : value));
  } else if (Array.isArray(value)) {
    parts.push("[");
    for (let i = 0; i < value.length; i++) {
      if (i > 0) parts.push(",");
      write(value[i], parts, depth + 1);
    }
    parts.push("]");
  } else if (typeof value === "object") writeObject(value, parts, depth);
  else throw new CanonicalJsonError(`A ${typeof value} is not JSON.`);
}

function writeObject(value: object, parts: string[], depth: number): void {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  // The default comparison of strings is by UTF-16 unit, which is what the RFC asks for.
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  parts.push("{");
  entries.forEach(([key, item], index) => {
    if (index > 0) parts.push(",");
    parts.push(writeString(key), ":");
    write(item, parts, depth + 1);
  });
  parts.push("}");
}

function writeString(text: string): string {
  if (!text.isWellFormed()) throw new CanonicalJsonError("A string holds half of a surrogate pair.");
  return JSON.stringify(text);
}
