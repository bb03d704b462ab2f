import { survivesAsDouble } from "./exact-integer.ts";
import {
  type Failure,
  itemAt,
  type Loc,
  MAX_ITEMS,
  MISSING,
  nameForLoc,
  type ValidationItem,
  valueError,
} from "./item.ts";
import { scanJson } from "./json-scan.ts";
import { DEFAULT_MAX_DEPTH, inspectJsonValue, tooDeep } from "./json-values.ts";

/** A parsed body, or why there is none. */
export type JsonResult = { ok: true; value: unknown } | { ok: false; issues: ValidationItem[] };

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * An integer literal long enough to lose digits. A digit run after a decimal point cannot match, because JSON writers
 * print fractions with sixteen digits all the time.
 */
const LONG_INTEGER = /(?:^|[\s:,[-])\d{16}/;

const INTEGER_TOO_LARGE: Failure = {
  type: "int_parsing_size",
  msg: "Unable to parse input string as an integer, exceeded maximum size",
};

/** A literal that may be so small that a double holds nothing of it; the smallest double is 5e-324. */
const TINY_NUMBER = /[eE]-0*[1-9]\d\d|0{100}/;

const NUMBER_TOO_SMALL = valueError("a number this close to zero would be kept as 0");

/**
 * A field named by one backslash. Once V8 has read it, it reads names that are one escaped character, such as `"\n"`, as a backslash,
 * whoever sends them (nodejs/node issue 63785, in V8 13.6 and 14.6).
 */
const BACKSLASH_NAME = /[{,]\s*"\\\\"\s*:/;

const NAMED_BACKSLASH = valueError("a field cannot be named by one backslash");

const DUPLICATE_NAME = valueError("this field is given more than once");

/**
 * Read a JSON request body. Everything that cannot be kept exactly as sent is refused with the field's name: text
 * that is not Unicode, NUL, infinite numbers, integers beyond what a double holds, numbers that would become 0, fields
 * given twice (of which JavaScript would keep the last), a field named `__proto__` or by one backslash, and nesting beyond `maxDepth`.
 * The lines of files are read by it as well.
 */
export function parseJson(
  bytes: Uint8Array,
  limits: { maxDepth: number } = { maxDepth: DEFAULT_MAX_DEPTH },
): JsonResult {
  if (bytes.length === 0) return refuse(itemAt(["body"], MISSING, null));
  const text = decode(bytes);
  if (text === null) return refuse(jsonInvalid("Invalid UTF-8", firstBrokenCharacter(bytes)));
  // Before parsing: JSON.parse takes 45 ms for a megabyte of "[", this scan 1 ms and stops at the limit.
  const written = countMembers(bytes, limits.maxDepth);
  if (written === null) return refuse(...depthIssues(text, limits.maxDepth));
  if (text.includes('"\\\\"') && BACKSLASH_NAME.test(text)) return refuse(itemAt(["body"], NAMED_BACKSLASH));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { error, offset } = scanJson(text) ?? { error: "Expecting value", offset: 0 };
    return refuse(jsonInvalid(error, codePoints(text, offset)));
  }
  const { items: issues, members } = inspectJsonValue(value, ["body"], limits.maxDepth);
  // Parsing keeps one member of each name: where there were more, some names came twice.
  if (issues.length === 0 && members < written) issues.push(...duplicateNames(text));
  if (LONG_INTEGER.test(text) || TINY_NUMBER.test(text)) issues.push(...inexactNumbers(text));
  return issues.length === 0 ? { ok: true, value } : refuse(...issues.slice(0, MAX_ITEMS));
}

function decode(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function refuse(...issues: ValidationItem[]): JsonResult {
  return { ok: false, issues };
}

function jsonInvalid(error: string, offset: number): ValidationItem {
  return itemAt(["body", offset], { type: "json_invalid", msg: `JSON decode error: ${error}`, ctx: { error } }, {});
}

/** Offsets are told in characters as people and Python count them, not in UTF-16 units. */
function codePoints(text: string, end: number): number {
  let count = 0;
  for (let at = 0; at < end; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** Counts the members of all objects in a text, in one pass over its bytes; null when it nests too deep. */
function countMembers(bytes: Uint8Array, maxDepth: number): number | null {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22 /* " */) {
      for (at++; at < bytes.length && bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c /* \ */) at++;
    } else if (byte === 0x5b /* [ */ || byte === 0x7b /* { */) {
      if (++depth > maxDepth) return null;
    } else if (byte === 0x5d /* ] */ || byte === 0x7d /* } */) depth--;
    else if (byte === 0x3a /* : */) members++;
  }
  return members;
}

function depthIssues(text: string, maxDepth: number): ValidationItem[] {
  let place: Loc = [];
  const syntax = scanJson(text, {
    onContainer: (depth, path) => {
      if (depth <= maxDepth) return true;
      place = safePath(path);
      return false;
    },
  });
  if (syntax !== null) return [jsonInvalid(syntax.error, codePoints(text, syntax.offset))];
  return [itemAt(["body", ...place], tooDeep(maxDepth))];
}

/** Number literals that would be changed; infinite ones are found in the parsed value. */
function inexactNumbers(text: string): ValidationItem[] {
  const items: ValidationItem[] = [];
  scanJson(text, {
    onNumber: (source, path) => {
      const failure = items.length < MAX_ITEMS ? inexactness(source) : null;
      if (failure !== null) items.push(itemAt(["body", ...safePath(path)], failure));
    },
  });
  return items;
}

function inexactness(source: string): Failure | null {
  const value = Number(source);
  if (value === 0) return /^[^eE]*[1-9]/.test(source) ? NUMBER_TOO_SMALL : null;
  if (source.length < 16 || !/^-?\d+$/.test(source) || !Number.isFinite(value)) return null;
  return survivesAsDouble(source) ? null : INTEGER_TOO_LARGE;
}

/** Each member whose name its object had before. */
function duplicateNames(text: string): ValidationItem[] {
  const items: ValidationItem[] = [];
  const named: Set<string>[] = [];
  scanJson(text, {
    onContainer: (depth) => {
      named[depth - 1] = new Set();
      return true;
    },
    onName: (path) => {
      const names = named[path.length - 1];
      const name = String(path.at(-1));
      if (names?.has(name) !== true) names?.add(name);
      else if (items.length < MAX_ITEMS) items.push(itemAt(["body", ...safePath(path)], DUPLICATE_NAME));
    },
  });
  return items;
}

function safePath(path: Loc): Loc {
  return path.map((step) => (typeof step === "string" ? nameForLoc(step) : step));
}

/** Returns the number of characters before the first byte sequence that is not UTF-8. */
function firstBrokenCharacter(bytes: Uint8Array): number {
  let at = 0;
  let count = 0;
  for (const char of new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) {
    const isReplaced = char === "\uFFFD" && !(bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd);
    if (isReplaced) break;
    at += Buffer.byteLength(char);
    count++;
  }
  return count;
}
