import { format } from "@cfworker/json-schema";
import { RE2JS, RE2JSException } from "re2js";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

const MAX_PATTERN = 200;
/** Steps of a compiled pattern: more come only of repetitions of repetitions. */
const MAX_STEPS = 2_000;
/** Steps times characters of all that one check compares with patterns: 4 s at 80 ns each. */
const MAX_COMPARED = 50_000_000;
/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const WITH_SCHEMAS = new Set(
  "additionalItems additionalProperties allOf anyOf contains else if items not oneOf prefixItems propertyNames then".split(
    " ",
  ),
);
const WITH_NAMED_SCHEMAS = new Set(
  "$defs definitions dependencies dependentSchemas patternProperties properties".split(" "),
);

// Not a format of JSON schema, and its expression takes exponential time.
delete format.url;

/** A check that compares too much with patterns. */
export class PatternCheckExceeded extends Error {
  override readonly name = "PatternCheckExceeded";

  constructor() {
    super("There is too much text to compare with the patterns of the schema.");
  }
}

/** Patterns of a schema, compared by RE2, which takes linear time. The validator has them as formats: it knows no other engine. */
export class SchemaPatterns {
  readonly #formats = new Map<string, string>();
  #left = MAX_COMPARED;

  /** Returns a schema with its patterns as formats. */
  replaced(schema: JsonObject): JsonObject {
    const entries = Object.entries(schema).map(([word, value]): [string, Json] => {
      if (WITH_SCHEMAS.has(word))
        return [word, Array.isArray(value) ? value.map((each) => this.#part(each)) : this.#part(value)];
      if (!WITH_NAMED_SCHEMAS.has(word) || !isJsonObject(value)) return [word, value];
      return [word, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#part(each)]))];
    });
    const { pattern, ...rest } = Object.fromEntries(entries);
    if (typeof pattern !== "string") return Object.fromEntries(entries);
    const name = this.#formats.get(pattern) ?? `pattern ${pattern}`;
    this.#formats.set(pattern, name);
    return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { format: name }] };
  }

  /**
   * Runs a check while the validator knows the formats.
   *
   * @throws {@link PatternCheckExceeded}
   */
  during<Result>(check: () => Result): Result {
    try {
      for (const [pattern, name] of this.#formats) {
        const compiled = compile(pattern);
        format[name] = (text: string) => this.#matches(compiled, text);
      }
      return check();
    } finally {
      for (const name of this.#formats.values()) delete format[name];
    }
  }

  #part(value: Json): Json {
    return isJsonObject(value) ? this.replaced(value) : value;
  }

  #matches(compiled: RE2JS | null, text: string): boolean {
    if (compiled === null) return false;
    this.#left -= compiled.programSize() * (text.length + 1);
    if (this.#left < 0) throw new PatternCheckExceeded();
    return compiled.matcher(text).find();
  }
}

/** Returns the reason why a text is no pattern that a value can be compared with; null for one that is. */
export function patternMistake(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) return `a pattern may have ${MAX_PATTERN} characters`;
  if (!isRegExp(pattern)) return `"${pattern.slice(0, 60)}" is no pattern`;
  return compile(pattern) === null ? "a pattern may not look around or back, and not repeat at great length" : null;
}

/** Returns the reason why a text is no pattern of keys: those are compared by backtracking, so they begin with `^` and repeat once. */
export function keyPatternMistake(pattern: string): string | null {
  const mistake = patternMistake(pattern);
  if (mistake !== null) return mistake;
  const plain = pattern.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "");
  const isSimple = plain.startsWith("^") && !/[(|]/.test(plain) && (plain.match(/[*+?{]/g) ?? []).length <= 1;
  return isSimple ? null : `a pattern of "patternProperties" begins with "^", repeats once and has no group`;
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** A pattern as RE2 compiles it; null where it cannot. */
function compile(pattern: string): RE2JS | null {
  // What only JavaScript has: code points, and the list of everything.
  const source = pattern
    .replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|([\s\S]))/gi, (whole, long?: string, short?: string) => {
      const code = long ?? short;
      return code === undefined ? whole : `\\x{${code}}`;
    })
    .replaceAll("[^]", "(?s:.)");
  try {
    const compiled = RE2JS.compile(source);
    return compiled.programSize() <= MAX_STEPS ? compiled : null;
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
