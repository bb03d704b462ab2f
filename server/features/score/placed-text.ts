import type { z } from "zod";
import type { Span } from "#domain/prose/words-of.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { findVersion, findVersions } from "../../record/versions.ts";
import { chapter, passage, readPassages } from "../chapters/public.ts";
import { graphResource, nodeResource } from "../dialogues/public.ts";
import { LONGEST, type Scored } from "./schemas.ts";

/** Text with the places of the nodes or passages that it comes from. */
export interface PlacedText {
  readonly text: string;
  readonly parts: readonly (Span & { readonly id: string })[];
}

/** Returns a part of the whole as a part of the node or the passage that it begins in. */
export function placeOf({ start, end }: Span, parts: PlacedText["parts"]) {
  const part = parts.findLast((each) => each.start <= start);
  if (part === undefined) return { start, end, node_id: null, passage_id: null };
  const isPassage = part.id.startsWith(`${passage.resource.prefix}_`);
  return {
    start: start - part.start,
    end: Math.min(end, part.end) - part.start,
    node_id: isPassage ? null : part.id,
    passage_id: isPassage ? part.id : null,
  };
}

/** Target of a score. */
type Target = z.output<typeof Scored>;

/** Question for the words of a target, with its place in the request. */
interface AskedWords {
  readonly seq: number;
  readonly loc: readonly (string | number)[];
}

/**
 * Reads the words of a target at a sequence.
 *
 * @throws {@link ValidationProblem} for a dialogue or a chapter that is not there, or has no words.
 */
export async function wordsOfTarget(db: Db, projectId: string, of: Target, asked: AskedWords): Promise<PlacedText> {
  if (of.kind === "text") return { text: of.text, parts: [] };
  if (of.kind === "dialogue") return wordsOfDialogue(db, projectId, of.graph_id, asked);
  return wordsOfChapter(db, projectId, of.chapter_id, asked);
}

async function wordsOfDialogue(
  db: Db,
  projectId: string,
  graphId: string,
  { seq, loc }: AskedWords,
): Promise<PlacedText> {
  const place = [...loc, "graph_id"];
  if ((await findVersion(db, graphResource, projectId, graphId, seq)) === null) {
    throw invalidValue(place, "no such dialogue in this project", graphId);
  }
  const nodes = await findVersions(db, nodeResource, projectId, { graph_id: graphId }, seq);
  const words = joined(nodes);
  if (words.text === "") throw invalidValue(place, "this dialogue has no words", graphId);
  return words;
}

async function wordsOfChapter(
  db: Db,
  projectId: string,
  chapterId: string,
  { seq, loc }: AskedWords,
): Promise<PlacedText> {
  const place = [...loc, "chapter_id"];
  if ((await findVersion(db, chapter.resource, projectId, chapterId, seq)) === null) {
    throw invalidValue(place, "no such chapter in this project", chapterId);
  }
  const passages: { id: string; text: string }[] = [];
  for await (const some of readPassages(db, projectId, [{ id: chapterId }], seq)) {
    passages.push(...some.filter(({ kind }) => kind === "prose"));
  }
  const words = joined(passages);
  if (words.text === "") throw invalidValue(place, "this chapter has no prose", chapterId);
  return words;
}

/** Joins the words of parts, each on lines of their own, up to the length of one text. */
function joined(of: readonly { readonly id: string; readonly text: string }[]): PlacedText {
  const parts: (Span & { id: string })[] = [];
  let text = "";
  for (const part of of) {
    if (part.text.trim() === "" || text.length > LONGEST) continue;
    const start = text === "" ? 0 : text.length + 1;
    text = text === "" ? part.text : `${text}\n${part.text}`;
    parts.push({ id: part.id, start, end: text.length });
  }
  return { text, parts };
}
