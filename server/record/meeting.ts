import type { Where } from "./resource.ts";

/** Returns what tells whether a state meets conditions; a list may be long, since an import asks about ten thousand values at once. */
export function meeting(where: Where): (state: object) => boolean {
  const conditions = Object.entries(where).map(([column, wanted]): [string, ReadonlySet<unknown>] => [
    column,
    new Set(Array.isArray(wanted) ? wanted : [wanted]),
  ]);
  return (state) =>
    conditions.every(([column, wanted]) => wanted.has((state as Record<string, unknown>)[column] ?? null));
}
