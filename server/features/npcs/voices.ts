import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { npc, stateOfNpc } from "./npc.ts";

/** A character that answers who talks to it. */
interface Voice {
  readonly entity_id: string;
  /** Keys of the actions that it declares. */
  readonly actions: string[];
}

/** Finds which of some entities have an npc that is retired at a sequence. */
export async function retiredVoices(
  db: Db,
  projectId: string,
  entityIds: readonly string[],
  atSeq: number | null,
): Promise<ReadonlySet<string>> {
  if (entityIds.length === 0) return new Set();
  const voices = await findVersions(db, npc.resource, projectId, { entity_id: [...entityIds] }, atSeq);
  return new Set(voices.flatMap(({ entity_id, retired }) => (retired ? [entity_id] : [])));
}

/** Reads which of some entities answer at a sequence: those with an npc that is neither retired nor dead. */
export async function voicesOf(
  db: Db,
  projectId: string,
  entityIds: readonly string[],
  atSeq: number | null,
): Promise<Voice[]> {
  if (entityIds.length === 0) return [];
  const voices = await findVersions(db, npc.resource, projectId, { entity_id: [...entityIds] }, atSeq);
  const named = voices.map(({ entity_id }) => entity_id);
  const characters = await findVersions(db, entityResource, projectId, { id: named }, atSeq);
  const characterOf = new Map(characters.map((each) => [each.id, each]));
  return voices
    .filter((each) => stateOfNpc(each, characterOf.get(each.entity_id) ?? null) === "active")
    .map(({ entity_id, actions }) => ({ entity_id, actions: actions.map(({ key }) => key) }))
    .sort((a, b) => (a.entity_id < b.entity_id ? -1 : 1));
}
