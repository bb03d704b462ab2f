import type { z } from "zod";
import { FORMULA_VERSION, MEASURES } from "#domain/prose/measures.ts";
import type { Span } from "#domain/prose/words-of.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { findVersion, findVersions } from "../../record/versions.ts";
import { dialogueTexts, graphResource, nodeResource } from "../dialogues/public.ts";
import { measureAside, type Range } from "./measure-aside.ts";
import { LONGEST, type Score, type Scored } from "./schemas.ts";

/** Dialogues of the range, and characters of each that are read. */
const RANGE_DIALOGUES = 40;
const RANGE_LENGTH = 20_000;

/** Text with the places of the nodes that it comes from. */
interface Placed {
  readonly text: string;
  readonly nodes: readonly (Span & { readonly id: string })[];
}

/** Text to score, with its place in the request. */
interface Asked {
  readonly of: z.output<typeof Scored>;
  readonly loc: readonly (string | number)[];
  readonly language: string;
  readonly banned: readonly string[];
}

/**
 * Scores a text or a dialogue at the sequence of a read.
 *
 * @throws ValidationProblem for a dialogue that is not there, or has no words.
 */
export async function scoreText(
  { db, project, atSeq, services, asker }: ProjectReadContext,
  { of, loc, language, banned }: Asked,
): Promise<z.input<typeof Score>> {
  const seq = atSeq ?? project.lastSeq;
  const { text, nodes } =
    of.kind === "text"
      ? { text: of.text, nodes: [] }
      : await wordsOfDialogue(db, project.id, of.graph_id, { seq, loc });
  const others = await dialogueTexts(db, project.id, { atSeq: seq, most: RANGE_DIALOGUES, longest: RANGE_LENGTH });
  const task = { text, language, isSpoken: of.kind === "dialogue", banned, others };
  const result = await measureAside(services.threads, task, asker);
  const placed = (spans: readonly Span[]) => spans.map((span) => placeOf(span, nodes));
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
  };
}

function standingOf(value: number | null, range: Range | null): "below" | "within" | "above" | null {
  if (value === null || range === null) return null;
  if (value < range.low) return "below";
  return value > range.high ? "above" : "within";
}

/** A part of the whole as a part of the node that it begins in. */
function placeOf({ start, end }: Span, nodes: Placed["nodes"]) {
  const node = nodes.findLast((each) => each.start <= start);
  if (node === undefined) return { start, end, node_id: null };
  return { start: start - node.start, end: Math.min(end, node.end) - node.start, node_id: node.id };
}

async function wordsOfDialogue(
  db: ProjectReadContext["db"],
  projectId: string,
  graphId: string,
  { seq, loc }: { readonly seq: number; readonly loc: Asked["loc"] },
): Promise<Placed> {
  const place = [...loc, "graph_id"];
  if ((await findVersion(db, graphResource, projectId, graphId, seq)) === null) {
    throw invalidValue(place, "no such dialogue in this project", graphId);
  }
  const nodes: (Span & { id: string })[] = [];
  let text = "";
  for (const node of await findVersions(db, nodeResource, projectId, { graph_id: graphId }, seq)) {
    if (node.text.trim() === "" || text.length > LONGEST) continue;
    const start = text === "" ? 0 : text.length + 1;
    text = text === "" ? node.text : `${text}\n${node.text}`;
    nodes.push({ id: node.id, start, end: text.length });
  }
  if (text === "") throw invalidValue(place, "this dialogue has no words", graphId);
  return { text, nodes };
}
