import type { Effect, Expression } from "#domain/expression.ts";
import { entitiesNamedIn, isEntityId, type PlayVariable, type World, type WorldEntity } from "#domain/runtime/story.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";

/** Levels of places above one another that are looked up. */
const MAX_LEVELS = 64;

/** Conditions, effects and variables that refer to the story world. */
interface Asking {
  readonly conditions: Expression[];
  readonly effects: Effect[];
  readonly variables: readonly PlayVariable[];
}

/**
 * Reads the story world at a sequence, as far as conditions and effects can refer to it: the entities they name, and
 * the places that contain those.
 */
export async function readWorld(db: Db, projectId: string, asking: Asking, seq: number): Promise<World> {
  const named = namedIn(asking);
  const entities: Record<string, WorldEntity> = {};
  const above = new Set<string>();
  let level = [...named];
  for (let depth = 0; level.length > 0 && depth < MAX_LEVELS; depth++) {
    const found = await findVersions(db, entityResource, projectId, { id: level }, seq);
    for (const { id, parent_id, properties } of found) entities[id] = { parent_id, properties };
    for (const id of level) above.add(id);
    level = [...new Set(found.flatMap(({ parent_id }) => parent_id ?? []))].filter((id) => !above.has(id));
  }
  if (named.size === 0) return { entities, relationships: [], facts: [], time: null };
  const ids = [...named];
  const relationships = await findVersions(
    db,
    relationshipResource,
    projectId,
    { source_id: ids, target_id: ids },
    seq,
  );
  const facts = await findVersions(db, factResource, projectId, { subject_id: ids }, seq);
  return {
    entities,
    relationships: relationships.map(({ source_id, target_id, type, properties }) => ({
      source_id,
      target_id,
      type,
      properties,
    })),
    facts: facts.flatMap(({ subject_id, predicate, object_id, text, superseded_by }) => {
      if (subject_id === null || predicate === null || superseded_by !== null) return [];
      return [{ subject_id, predicate, value: object_id ?? text }];
    }),
    time: null,
  };
}

/** Ids of entities that logic names, or that a variable may hold. */
function namedIn({ variables, ...logic }: Asking): Set<string> {
  const held = variables.flatMap(({ default: initial, enum_values }) => [initial, ...enum_values]);
  return new Set([...entitiesNamedIn(logic), ...held.filter(isEntityId)]);
}
