import type { KnowledgeCheck, KnownElsewhere } from "#domain/problems/knowledge-problems.ts";
import type { Db } from "../../record/database.ts";
import { factTellings } from "../dialogues/public.ts";
import { existingFacts, knownAmong } from "../facts/public.ts";

/** Reads what the rest of the project says of the facts that a dialogue names: which are gone, and what nobody knows or is told elsewhere. */
export async function knowledgeElsewhere(
  { db, projectId, atSeq }: { readonly db: Db; readonly projectId: string; readonly atSeq: number | null },
  graphId: string,
  check: KnowledgeCheck,
): Promise<KnownElsewhere> {
  const named = [...check.facts()];
  if (named.length === 0) return { gone: [], untold: [] };
  const there = await existingFacts(db, projectId, named, atSeq);
  const asked = check.untold();
  const facts = [...new Set(asked.map(({ fact_id }) => fact_id))];
  const knowers = [...new Set(asked.map(({ entity_id }) => entity_id))];
  const known = new Set<string>();
  const note = ({ entity_id, fact_id }: { entity_id: string; fact_id: string }) => known.add(`${entity_id} ${fact_id}`);
  for await (const some of knownAmong(db, projectId, { facts, knowers }, atSeq)) some.forEach(note);
  for (const telling of await factTellings(db, projectId, facts, atSeq)) {
    if (telling.graph_id !== graphId) note(telling);
  }
  return {
    gone: named.filter((id) => !there.has(id)).sort(),
    untold: asked.filter(({ entity_id, fact_id }) => !known.has(`${entity_id} ${fact_id}`)),
  };
}
