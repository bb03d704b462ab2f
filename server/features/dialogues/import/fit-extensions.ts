import { isJsonObject, type JsonObject } from "#domain/json.ts";

/** A piece of extensions that can be left out by itself: a tool's field, or an entry of a list there. */
interface Piece {
  readonly path: readonly [string] | readonly [string, string] | readonly [string, string, number];
  readonly bytes: number;
}

/** Part that was left out, named in words of the file. */
export interface LeftOut {
  readonly name: string;
  readonly bytes: number;
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Extensions without their largest pieces, so that the JSON of the rest has at most `max` bytes in UTF-8. What fits
 * already is answered as it is.
 */
export function fitExtensions(
  extensions: JsonObject,
  max: number,
): { extensions: JsonObject; leftOut: readonly LeftOut[] } {
  let left = sizeOf(extensions);
  if (left <= max) return { extensions, leftOut: [] };
  const dropped: Piece[] = [];
  for (const piece of piecesOf(extensions).sort((a, b) => b.bytes - a.bytes)) {
    if (left <= max) break;
    dropped.push(piece);
    left -= piece.bytes;
  }
  const leftOut = dropped.map(({ path, bytes }) => ({ name: nameOf(extensions, path), bytes }));
  return { extensions: without(extensions, dropped), leftOut };
}

function piecesOf(extensions: JsonObject): Piece[] {
  const pieces: Piece[] = [];
  for (const [tool, kept] of Object.entries(extensions)) {
    if (!isJsonObject(kept)) pieces.push({ path: [tool], bytes: sizeOf(kept) });
    else
      for (const [field, value] of Object.entries(kept)) {
        if (!Array.isArray(value)) pieces.push({ path: [tool, field], bytes: sizeOf(field) + sizeOf(value) + 1 });
        else for (const [at, entry] of value.entries()) pieces.push({ path: [tool, field, at], bytes: sizeOf(entry) });
      }
  }
  return pieces;
}

function without(extensions: JsonObject, dropped: readonly Piece[]): JsonObject {
  const isDropped = new Set(dropped.map(({ path }) => JSON.stringify(path)));
  const stays = (...path: (string | number)[]): boolean => !isDropped.has(JSON.stringify(path));
  return Object.fromEntries(
    Object.entries(extensions).flatMap(([tool, kept]) => {
      if (!stays(tool)) return [];
      if (!isJsonObject(kept)) return [[tool, kept]];
      const fields = Object.entries(kept)
        .filter(([field]) => stays(tool, field))
        .map(([field, value]) => [
          field,
          Array.isArray(value) ? value.filter((_, at) => stays(tool, field, at)) : value,
        ]);
      return [[tool, Object.fromEntries(fields)]];
    }),
  );
}

function nameOf(extensions: JsonObject, [tool, field, at]: Piece["path"]): string {
  if (field === undefined) return tool;
  const kept = extensions[tool];
  const value = isJsonObject(kept) ? kept[field] : null;
  const entry = at !== undefined && Array.isArray(value) ? value[at] : null;
  return isJsonObject(entry) && typeof entry.name === "string" ? entry.name : field;
}
