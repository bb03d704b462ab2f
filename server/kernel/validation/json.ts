import { survivesAsDouble } from "./exact-integer.ts";
import { type Failure, itemAt, type Loc, MAX_ITEMS, MISSING, nameForLoc, type ValidationItem } from "./item.ts";
import { scanJson } from "./json-scan.ts";
import { checkJsonValue, DEFAULT_MAX_DEPTH, tooDeep } from "./json-values.ts";

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

/**
 * Read a JSON request body. Everything that cannot be kept exactly as sent is refused with the field's name: text
 * that is not Unicode, NUL, infinite numbers, integers beyond what a double holds, a field named `__proto__`, and
 * nesting beyond `maxDepth`. Of duplicate names the last wins, as everywhere in JavaScript.
 */
export function parseJson(
  bytes: Uint8Array,
  limits: { maxDepth: number } = { maxDepth: DEFAULT_MAX_DEPTH },
): JsonResult {
  if (bytes.length === 0) return refuse(itemAt(["body"], MISSING, null));
  const text = decode(bytes);
  if (text === null) return refuse(jsonInvalid("Invalid UTF-8", firstBrokenCharacter(bytes)));
  // Before parsing: JSON.parse takes 45 ms for a megabyte of "[", this scan 1 ms and stops at the limit.
  if (isDeeperThan(bytes, limits.maxDepth)) return refuse(...depthIssues(text, limits.maxDepth));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { error, offset } = scanJson(text) ?? { error: "Expecting value", offset: 0 };
    return refuse(jsonInvalid(error, codePoints(text, offset)));
  }
  const issues = checkJsonValue(value, ["body"], limits.maxDepth);
  if (LONG_INTEGER.test(text)) issues.push(...inexactIntegers(text));
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
  return itemAt(["body", offset], { type: "json_invalid", msg: "JSON decode error", ctx: { error } }, {});
}

/** Offsets are told in characters as people and Python count them, not in UTF-16 units. */
function codePoints(text: string, end: number): number {
  let count = 0;
  for (let at = 0; at < end; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

function isDeeperThan(bytes: Uint8Array, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22 /* " */) {
      for (at++; at < bytes.length && bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c /* \ */) at++;
    } else if (byte === 0x5b /* [ */ || byte === 0x7b /* { */) {
      if (++depth > maxDepth) return true;
    } else if (byte === 0x5d /* ] */ || byte === 0x7d /* } */) depth--;
  }
  return false;
}

function depthIssues(text: string, maxDepth: number): ValidationItem[] {
  let place: Loc = [];
  const syntax = scanJson(text, {
    onContainer: (depth, path) => {
      if (depth <= maxDepth) return true;
      place = path.map((step) => (typeof step === "string" ? nameForLoc(step) : step));
      return false;
    },
  });
  if (syntax !== null) return [jsonInvalid(syntax.error, codePoints(text, syntax.offset))];
  return [itemAt(["body", ...place], tooDeep(maxDepth))];
}

/** Integer literals that would be changed; infinite ones are found in the parsed value. */
function inexactIntegers(text: string): ValidationItem[] {
  const items: ValidationItem[] = [];
  scanJson(text, {
    onNumber: (source, path) => {
      if (source.length < 16 || !/^-?\d+$/.test(source) || items.length >= MAX_ITEMS) return;
      if (!Number.isFinite(Number(source)) || survivesAsDouble(source)) return;
      const loc = path.map((step) => (typeof step === "string" ? nameForLoc(step) : step));
      items.push(itemAt(["body", ...loc], INTEGER_TOO_LARGE));
    },
  });
  return items;
}

/** How many characters precede the first byte sequence that is not UTF-8. */
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
