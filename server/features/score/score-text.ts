import { sql } from "drizzle-orm";
import type { z } from "zod";
import { FORMULA_VERSION, MEASURES } from "#domain/prose/measures.ts";
import type { Span } from "#domain/prose/words-of.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { findVersions } from "../../record/versions.ts";
import { hasStoredKeys } from "../byok/public.ts";
import { violationsOf } from "../canon/public.ts";
import { dialogueTexts } from "../dialogues/public.ts";
import { knownNames } from "../entities/public.ts";
import { measureAside, type Range } from "./measure-aside.ts";
import { type PlacedText, placeOf, wordsOfTarget } from "./placed-text.ts";
import type { Score, Scored } from "./schemas.ts";
import { styleWord } from "./style-word.ts";

/** Dialogues of the range, and characters of each that are read. */
const RANGE_DIALOGUES = 40;
const RANGE_LENGTH = 20_000;

/** Text to score, with its place in the request. */
interface Asked {
  readonly of: z.output<typeof Scored>;
  readonly loc: readonly (string | number)[];
  readonly language: string;
  readonly banned: readonly string[];
}

/**
 * Scores a text, a dialogue or a chapter at the sequence of a read.
 *
 * @throws ValidationProblem for a dialogue or a chapter that is not there, or has no words.
 */
export async function scoreText(
  { db, project, atSeq, services, asker }: ProjectReadContext,
  { of, loc, language, banned }: Asked,
): Promise<z.input<typeof Score>> {
  const seq = atSeq ?? project.lastSeq;
  const { text, parts } = await wordsOfTarget(db, project.id, of, { seq, loc });
  const others = await dialogueTexts(db, project.id, { atSeq: seq, most: RANGE_DIALOGUES, longest: RANGE_LENGTH });
  const entries = await findVersions(db, styleWord.resource, project.id, {}, atSeq);
  const style = entries.map(({ id, word, use, others: beside }) => ({ id, word, use, others: beside }));
  const names = await knownNames(db, project.id, atSeq);
  const [keys] = await db.execute<{ has: boolean }>(sql`SELECT ${hasStoredKeys(project.id)} AS has`);
  const task = { text, language, isSpoken: of.kind === "dialogue", banned, style, names, others };
  const result = await measureAside(services.threads, task, asker);
  const placed = (spans: readonly Span[]) => spans.map((span) => placeOf(span, parts));
  const { characters, words, sentences, reading, speaking, measures } = result.measured;
  return {
    formula_version: FORMULA_VERSION,
    language,
    characters,
    words,
    sentences,
    reading_seconds: reading,
    speaking_seconds: speaking,
    metrics: MEASURES.map((name) => {
      const { value, reason, spans } = measures[name];
      const range = result.ranges[name];
      return { name, value, reason, spans: placed(spans), range, standing: standingOf(value, range) };
    }),
    banned: result.banned.map(({ word, spans }) => ({ word, spans: placed(spans) })),
    style: result.style.map(({ entry, word, instead, spans }) => ({
      style_word_id: entry.id,
      word,
      use: entry.use,
      instead: [...instead],
      note: entries.find(({ id }) => id === entry.id)?.note ?? "",
      spans: placed(spans),
    })),
    unknown_names: result.unknown?.map(({ name, spans }) => ({ name, spans: placed(spans) })) ?? null,
    has_judge: keys?.has === true,
    canon: await canonOf({ db, projectId: project.id, atSeq }, of, parts),
  };
}

/** Violations of the canon that the parts of a dialogue or a chapter take part in. */
async function canonOf(
  at: Parameters<typeof violationsOf>[0],
  of: z.output<typeof Scored>,
  parts: PlacedText["parts"],
): Promise<z.input<typeof Score>["canon"]> {
  if (of.kind === "text") return null;
  const graphId = of.kind === "dialogue" ? of.graph_id : null;
  const { found, checkedToSeq, isComplete } = await violationsOf(at, { graphId, ids: parts.map(({ id }) => id) });
  return {
    violations: found.map(({ violation: { id, rule_name, severity, message }, ids }) => ({
      ...{ id, rule_name, severity, message },
      node_ids: graphId === null ? [] : [...ids],
      passage_ids: graphId === null ? [...ids] : [],
    })),
    checked_to_seq: checkedToSeq,
    complete: isComplete,
  };
}

function standingOf(value: number | null, range: Range | null): "below" | "within" | "above" | null {
  if (value === null || range === null) return null;
  if (value < range.low) return "below";
  return value > range.high ? "above" : "within";
}
