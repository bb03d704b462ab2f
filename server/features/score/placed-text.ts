import type { Span } from "#domain/prose/words-of.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { findVersion, findVersions } from "../../record/versions.ts";
import { graphResource, nodeResource } from "../dialogues/public.ts";
import { LONGEST } from "./schemas.ts";

/** Text with the places of the nodes that it comes from. */
export interface PlacedText {
  readonly text: string;
  readonly nodes: readonly (Span & { readonly id: string })[];
}

/** Returns a part of the whole as a part of the node that it begins in. */
export function placeOf({ start, end }: Span, nodes: PlacedText["nodes"]) {
  const node = nodes.findLast((each) => each.start <= start);
  if (node === undefined) return { start, end, node_id: null };
  return { start: start - node.start, end: Math.min(end, node.end) - node.start, node_id: node.id };
}

/**
 * Reads the words of a dialogue at a sequence, those of a node on lines of their own.
 *
 * @throws {@link ValidationProblem} for a dialogue that is not there, or has no words.
 */
export async function wordsOfDialogue(
  db: Db,
  projectId: string,
  graphId: string,
  { seq, loc }: { readonly seq: number; readonly loc: readonly (string | number)[] },
): Promise<PlacedText> {
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
