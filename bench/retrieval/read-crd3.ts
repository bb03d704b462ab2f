import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One turn of a transcript. */
export interface Turn {
  readonly number: number;
  readonly speaker: string;
  readonly text: string;
}

export interface Episode {
  readonly name: string;
  readonly turns: readonly Turn[];
}

/** A piece of a summary, and the turns that it tells of. */
export interface Question {
  readonly query: string;
  readonly episode: string;
  readonly gold: readonly Turn[];
}

interface Aligned {
  readonly CHUNK: string;
  readonly TURNS: readonly { NAMES: readonly string[]; UTTERANCES: readonly string[]; NUMBER: number }[];
}

/** Reads the episodes of a split (`train`, `val` or `test`) with the pieces of two sentences of their summaries. */
export function readQuestions(folder: string, split: string): { episodes: Episode[]; questions: Question[] } {
  const data = join(folder, "data", "aligned data");
  const names = readFileSync(join(data, `${split}_files`), "utf8")
    .split(/\s+/)
    .filter((name) => name !== "");
  const questions: Question[] = [];
  const episodes = names.map((name): Episode => {
    const turns = new Map<number, Turn>();
    // The other alignment of each episode has the same turns, and pieces that begin a sentence later.
    const file = join(data, "c=2", `${name}_2_0.json`);
    for (const { CHUNK: query, TURNS: told } of JSON.parse(readFileSync(file, "utf8")) as Aligned[]) {
      const gold = told.map(({ NAMES, UTTERANCES, NUMBER }) => {
        const turn = turns.get(NUMBER) ?? { number: NUMBER, speaker: NAMES.join(", "), text: UTTERANCES.join(" ") };
        turns.set(NUMBER, turn);
        return turn;
      });
      questions.push({ query, episode: name, gold });
    }
    return { name, turns: [...turns.values()].sort((a, b) => a.number - b.number) };
  });
  return { episodes, questions: questions.filter(({ query, gold }) => query.trim() !== "" && gold.length > 0) };
}
