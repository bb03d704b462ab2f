import { lexemes } from "#domain/lexemes.ts";

const SATURATION = 1.2;
const LENGTH = 0.75;

/** Plain BM25 of single lines, with all words and in memory: the usual yardstick. */
export function plainBm25(lines: readonly { id: string; body: string }[]) {
  const postings = new Map<string, Map<number, number>>();
  const lengths = lines.map(({ body }, at) => {
    const words = lexemes(body);
    for (const word of words) {
      const own = postings.get(word) ?? new Map<number, number>();
      postings.set(word, own.set(at, (own.get(at) ?? 0) + 1));
    }
    return words.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lines.length;
  return (query: string, atMost: number): string[] => {
    const scores = new Map<number, number>();
    for (const word of new Set(lexemes(query))) {
      const own = postings.get(word) ?? new Map<number, number>();
      const weight = Math.log(1 + (lines.length - own.size + 0.5) / (own.size + 0.5));
      for (const [at, said] of own) {
        const length = 1 - LENGTH + (LENGTH * (lengths[at] ?? 0)) / mean;
        scores.set(at, (scores.get(at) ?? 0) + (weight * said * (SATURATION + 1)) / (said + SATURATION * length));
      }
    }
    const best = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, atMost);
    return best.map(([at]) => lines[at]?.id ?? "");
  };
}
