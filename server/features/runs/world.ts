import type { PlayQuest } from "#domain/quest.ts";
import type { World, WorldEntity } from "#domain/runtime/story.ts";
import type { Batches } from "../../operation/json-pieces.ts";
import type { Db } from "../../record/database.ts";
import { versionsWhere } from "../../record/version-pages.ts";
import { playedQuest, questResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource, holdingFacts, type Knowledge, knownAmong } from "../facts/public.ts";
import type { NamedInWorld } from "./story-reach.ts";

/** Levels of places above one another that are looked up. */
const MAX_LEVELS = 64;

/** Parts of a story world in batches. */
export interface WorldParts {
  readonly entities: Batches<readonly [string, WorldEntity]>;
  readonly relationships: Batches<World["relationships"][number]>;
  readonly facts: Batches<World["facts"][number]>;
  readonly knowledge: Batches<Knowledge>;
  readonly quests: Batches<readonly [string, PlayQuest]>;
}

/**
 * Opens the story world at a sequence, to be read a page at a time, as far as the logic of a story can refer to it: the entities it
 * names, the places that contain those, and the quests.
 */
export function openWorld(db: Db, projectId: string, named: NamedInWorld, seq: number): WorldParts {
  const ids = [...named.entities];
  return {
    entities: entitiesAbove(db, projectId, ids, seq),
    relationships: relationshipsAmong(db, projectId, ids, seq),
    facts: factsAbout(db, projectId, ids, seq),
    knowledge: knownAmong(db, projectId, { facts: [...named.facts], knowers: [...named.knowers] }, seq),
    quests: questsNamed(db, projectId, [...named.quests], seq),
  };
}

/** Reads the story world whole. */
export async function readWorld(db: Db, projectId: string, named: NamedInWorld, seq: number): Promise<World> {
  const parts = openWorld(db, projectId, named, seq);
  return {
    entities: Object.fromEntries(await whole(parts.entities)),
    relationships: await whole(parts.relationships),
    facts: await whole(parts.facts),
    knowledge: await whole(parts.knowledge),
    quests: Object.fromEntries(await whole(parts.quests)),
    time: null,
  };
}

/** Reads all batches of a list. */
export async function whole<T>(pages: Batches<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

async function* entitiesAbove(db: Db, projectId: string, named: readonly string[], seq: number) {
  const above = new Set<string>();
  let level = named;
  for (let depth = 0; level.length > 0 && depth < MAX_LEVELS; depth++) {
    const parents = new Set<string>();
    for await (const page of versionsWhere(db, entityResource, projectId, { id: level }, seq)) {
      for (const { parent_id } of page) if (parent_id !== null) parents.add(parent_id);
      yield page.map(({ id, parent_id, properties }): [string, WorldEntity] => [id, { parent_id, properties }]);
    }
    for (const id of level) above.add(id);
    level = [...parents].filter((id) => !above.has(id));
  }
}

async function* questsNamed(db: Db, projectId: string, ids: readonly string[], seq: number) {
  if (ids.length === 0) return;
  for await (const page of versionsWhere(db, questResource, projectId, { id: ids }, seq))
    yield page.map((version): [string, PlayQuest] => [version.id, playedQuest(version)]);
}

async function* relationshipsAmong(db: Db, projectId: string, ids: readonly string[], seq: number) {
  if (ids.length === 0) return;
  const where = { source_id: ids, target_id: ids };
  for await (const page of versionsWhere(db, relationshipResource, projectId, where, seq)) {
    yield page.map(({ source_id, target_id, type, properties }) => ({ source_id, target_id, type, properties }));
  }
}

async function* factsAbout(db: Db, projectId: string, ids: readonly string[], seq: number) {
  if (ids.length === 0) return;
  for await (const page of versionsWhere(db, factResource, projectId, { subject_id: ids }, seq)) {
    const holding = await holdingFacts(db, { projectId, atSeq: seq, perspective: null }, page);
    yield page.flatMap(({ id, subject_id, predicate, object_id, text }) => {
      if (subject_id === null || predicate === null || !holding.has(id)) return [];
      return [{ subject_id, predicate, value: object_id ?? text }];
    });
  }
}
