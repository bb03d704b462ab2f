import { searchForm } from "#domain/search-form.ts";

/** Returns the similarity of two names, from 0 to 1: the share of letter pairs they have in common. */
export function nearness(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  const total = size(left) + size(right);
  if (total === 0) return 0;
  let shared = 0;
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0);
  return (2 * shared) / total;
}

/** Things by how near their names are to one wanted, the nearest first; equals keep their order. */
export function byNearness<T>(items: readonly T[], wanted: string, nameOf: (item: T) => string): T[] {
  if (wanted.trim() === "") return [...items];
  return items
    .map((item) => ({ item, score: nearness(nameOf(item), wanted) }))
    .sort((x, y) => y.score - x.score)
    .map(({ item }) => item);
}

function pairs(name: string): Map<string, number> {
  const words = searchForm(name).split(/[^\p{Letter}\p{Number}]+/u);
  const counts = new Map<string, number>();
  for (const word of words) {
    const letters = [...` ${word} `];
    if (letters.length < 3) continue;
    for (let i = 1; i < letters.length; i++) {
      const pair = `${letters[i - 1]}${letters[i]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  return counts;
}

function size(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
