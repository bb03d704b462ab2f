import { isJsonObject, type JsonObject } from "../../json.ts";

/** Content of a passage's header. */
export interface TweeHeader {
  name: string;
  tags: string[];
  /** The inline JSON after name and tags; null when there is none. */
  metadata: JsonObject | null;
  /** The inline JSON as it stands, where it is not a JSON object. */
  unreadMetadata: string | null;
}

/** Reads the part of a header line after the `::`: name, optional `[tags]`, optional `{metadata}`. */
export function readHeader(line: string): TweeHeader {
  const nameEnd = indexOfAny(line, "[{", 0);
  const name = unescapeHeader(line.slice(0, nameEnd)).trim();
  let at = nameEnd;
  let tags: string[] = [];
  if (line.charAt(at) === "[") {
    const end = indexOfAny(line, "]", at + 1);
    tags = line
      .slice(at + 1, end)
      .split(/\s+/)
      .map(unescapeHeader)
      .filter((tag) => tag !== "");
    at = end + 1;
  }
  const rest = line.slice(at).trim();
  if (rest === "") return { name, tags: [...new Set(tags)], metadata: null, unreadMetadata: null };
  const metadata = parseRecord(rest);
  return { name, tags: [...new Set(tags)], metadata, unreadMetadata: metadata === null ? rest : null };
}

/** Index of the first of these characters that is not escaped, or the length of the line. */
function indexOfAny(line: string, characters: string, from: number): number {
  for (let i = from; i < line.length; i++) {
    const char = line.charAt(i);
    if (char === "\\") i++;
    else if (characters.includes(char)) return i;
  }
  return line.length;
}

/** Removes backslashes: a character after one stands for itself. */
function unescapeHeader(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}

/** A name or tag as a header writes it. */
export function escapeHeader(text: string): string {
  return text.replace(/[\\[\]{}]/g, "\\$&");
}

function parseRecord(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A `"x,y"` position of the metadata; null when there is none that can be read. */
export function readPosition(metadata: JsonObject | null): { x: number; y: number } | null {
  const position = metadata !== null && Object.hasOwn(metadata, "position") ? metadata.position : null;
  if (typeof position !== "string") return null;
  const [x, y, ...more] = position.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (x === undefined || y === undefined || more.length > 0) return null;
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null;
}
