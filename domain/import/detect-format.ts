import { FABULA_FORMAT } from "./fabula/format.ts";
import type { ImportFormat } from "./story.ts";

/** A header with a title, and the lines that begin and end a body. */
const YARN = /^title:[^\S\n]*\S[\s\S]*?^---\s*$[\s\S]*?^===\s*$/m;

/** A knot, or a choice that leads to one: what ink has and prose has not. */
const INK = /^\s*={2,}\s*(?:function\s+)?\w+\s*(?:\(.*\))?\s*=*\s*$|^\s*[*+-].*->\s*[\w.]+\s*$/m;

/**
 * Detects the format of a file by its content and, where that is ambiguous, by its name: Twee 3 has lines that begin
 * with `::`, ink is known by its extension or its knots, Yarn by the lines around its bodies, our own JSON by its
 * `format`, Arcweave's by boards and elements. Null when it is none of them.
 */
export function detectFormat(name: string, content: string): ImportFormat | null {
  const text = content.replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("{")) return detectJson(text);
  if (/\.ink$/i.test(name)) return "ink";
  if (/\.yarn$/i.test(name) || YARN.test(text)) return "yarn";
  if (/^::[^:]/m.test(text)) return "twee3";
  if (INK.test(text)) return "ink";
  return /\.(twee|tw)$/i.test(name) ? "twee3" : null;
}

function detectJson(text: string): ImportFormat | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return formatOfJson(value);
}

/** Detects the format of a JSON value; null when it is none of ours. */
export function formatOfJson(value: unknown): ImportFormat | null {
  if (typeof value !== "object" || value === null) return null;
  if ("boards" in value && "elements" in value) return "arcweave_json";
  if ("Packages" in value && "ObjectDefinitions" in value) return "articy_json";
  return "format" in value && value.format === FABULA_FORMAT ? "fabula_json" : null;
}
