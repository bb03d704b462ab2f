import type { KnowledgeCheck, KnownElsewhere } from "#domain/problems/knowledge-problems.ts";
import { namesOfQuest, type QuestCheck } from "#domain/problems/quest-problems.ts";
import type { TalkCheck } from "#domain/problems/talk-problems.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { factTellings, playedQuest, questResource } from "../dialogues/public.ts";
import { existingFacts, knownAmong } from "../facts/public.ts";
import { voicesOf } from "../npcs/public.ts";

/** Checks of one dialogue that ask the rest of the project. */
interface Checks {
  readonly knowledge: KnowledgeCheck;
  readonly quests: QuestCheck;
  readonly talks: TalkCheck;
}

/**
 * Reads what the rest of the project says of the facts, quests and characters that a dialogue names: which are gone, what nobody knows or is
 * told elsewhere, and who answers.
 */
export async function knowledgeElsewhere(
  { db, projectId, atSeq }: { readonly db: Db; readonly projectId: string; readonly atSeq: number | null },
  graphId: string,
  { knowledge: check, quests, talks }: Checks,
): Promise<KnownElsewhere> {
  const named = [...check.facts()];
  const lost = await questsGone({ db, projectId, atSeq }, [...quests.names()]);
  const voices = await voicesOf(db, projectId, [...talks.speakers()], atSeq);
  if (named.length === 0) return { gone: lost, untold: [], voices };
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
    gone: [...named.filter((id) => !there.has(id)).sort(), ...lost],
    untold: asked.filter(({ entity_id, fact_id }) => !known.has(`${entity_id} ${fact_id}`)),
    voices,
  };
}

/** Returns which of some quests, stages and objectives are gone. */
async function questsGone(
  { db, projectId, atSeq }: { readonly db: Db; readonly projectId: string; readonly atSeq: number | null },
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const id = [...new Set(names.map((name) => name.split(" ", 1)[0] ?? name))];
  const versions = await findVersions(db, questResource, projectId, { id }, atSeq);
  const there = new Set(versions.flatMap((version) => namesOfQuest(version.id, playedQuest(version))));
  return names.filter((name) => !there.has(name)).sort();
}
