import { firstIndex } from "./first-index.ts";

/** Indexes of a longest strictly ascending subsequence, in order, by patience sorting; nulls are never in it. */
export function longestAscending<T extends number | string>(keys: readonly (T | null)[]): number[] {
  const previous = new Int32Array(keys.length).fill(-1);
  // ends[n] is the entry with the smallest key that ends an ascending run of n + 1 entries.
  const ends: { readonly key: T; readonly index: number }[] = [];
  keys.forEach((key, index) => {
    if (key === null) return;
    const at = firstIndex(ends, (end) => end.key >= key);
    previous[index] = ends[at - 1]?.index ?? -1;
    ends[at] = { key, index };
  });
  const kept: number[] = [];
  for (let at = ends.at(-1)?.index ?? -1; at >= 0; at = previous[at] ?? -1) kept.push(at);
  return kept.reverse();
}
