import { lengthShare, type WeighedWord, type WordHit } from "./rank-words.ts";

/** A line that has words of the query, and where it stands. */
export interface LineHit extends WordHit {
  readonly id: string;
  readonly graph_id: string;
  readonly ordinal: number;
  readonly length: number;
}

/** A line with what it is worth. */
export interface RankedLine {
  readonly id: string;
  readonly graph_id: string;
  readonly ordinal: number;
  readonly score: number;
}

/** Tuning of the ranking of lines; the values found most on questions other than the published ones. */
export interface LineTuning {
  /** Lines to each side in which words of the query count for a line too. */
  readonly reach: number;
  /** Factor of a word's weight for each line of distance. */
  readonly fading: number;
  /** Score that the best dialogue adds to its lines. */
  readonly scoping: number;
  /** Best lines by which a dialogue is judged. */
  readonly judges: number;
}

export const LINE_TUNING: LineTuning = { reach: 8, fading: 0.8, scoping: 0.5, judges: 8 };

/**
 * Ranks lines by their words, by those of the lines around them, and by how much of the query their dialogue answers: who was asked
 * about is rarely named in every line, and what belongs together stands together.
 */
export function rankLines(
  hits: readonly LineHit[],
  weighed: readonly WeighedWord[],
  tuning: LineTuning = LINE_TUNING,
): RankedLine[] {
  const dialogues = Map.groupBy(hits, ({ graph_id }) => graph_id);
  const around = new Map<LineHit, number>();
  const judged = new Map<string, number>();
  for (const [graphId, lines] of dialogues) {
    lines.sort((a, b) => a.ordinal - b.ordinal || (a.id < b.id ? -1 : 1));
    const scores = lines.map((line, at) => {
      const score = scoreAround(lines, at, weighed, tuning);
      around.set(line, score);
      return score;
    });
    const best = scores.sort((a, b) => b - a).slice(0, tuning.judges);
    judged.set(
      graphId,
      best.reduce((sum, score) => sum + score, 0),
    );
  }
  const most = Math.max(...judged.values(), 1e-9);
  return hits
    .map((line) => {
      const { id, graph_id, ordinal } = line;
      const share = (judged.get(graph_id) ?? 0) / most;
      return { id, graph_id, ordinal, score: (around.get(line) ?? 0) * (1 + tuning.scoping * share ** 2) };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** The weight of a line's own words, and of those of its neighbours that it lacks, each the less the farther it is. */
function scoreAround(
  lines: readonly LineHit[],
  at: number,
  weighed: readonly WeighedWord[],
  { reach, fading }: LineTuning,
): number {
  const line = lines[at];
  if (line === undefined) return 0;
  const best = new Map<number, number>();
  for (const word of line.words) best.set(word, lengthShare(line.length));
  for (const step of [-1, 1]) {
    for (let i = at + step; ; i += step) {
      const other = lines[i];
      if (other === undefined) break;
      const distance = Math.abs(other.ordinal - line.ordinal);
      if (distance > reach) break;
      const share = fading ** distance * lengthShare(other.length);
      for (const word of other.words) best.set(word, Math.max(best.get(word) ?? 0, share));
    }
  }
  let score = 0;
  for (const word of [...best.keys()].sort((a, b) => a - b))
    score += (best.get(word) ?? 0) * (weighed[word]?.weight ?? 0);
  return score;
}
