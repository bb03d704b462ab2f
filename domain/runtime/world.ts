import type { Scalar } from "../expression.ts";
import { remembered } from "./state.ts";
import type { World, WorldEntity } from "./story.ts";
import { type Truth, UNKNOWN, type Value } from "./value.ts";

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** The value at a dotted path of an entity's properties: null where it has none, not known where nobody tells of the entity. */
export function propertyOf(world: World | undefined, entityId: string, path: string): Value {
  let value: unknown = entityOf(world, entityId)?.properties;
  if (value === undefined) return UNKNOWN;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : null;
  }
  return isScalar(value) ? value : UNKNOWN;
}

/** Whether an entity is at a place or anywhere within it; a place is at itself. */
export function isAt(world: World | undefined, entityId: string, placeId: string): Truth {
  let at: string | null = entityId;
  for (let steps = 0; at !== null && steps < MAX_DEPTH; steps++) {
    if (at === placeId) return true;
    const entity: WorldEntity | undefined = entityOf(world, at);
    if (entity === undefined) return UNKNOWN;
    at = entity.parent_id;
  }
  return false;
}

/** More levels than a world has. */
const MAX_DEPTH = 1_000;

/** Whether an entity has at least so many of an item: a relationship `has` to it, whose property `count` is 1 when absent. */
export function hasItem(world: World | undefined, entityId: string, itemId: string, wanted: number): Truth {
  if (world === undefined || entityOf(world, entityId) === undefined) return UNKNOWN;
  const counts = world.relationships
    .filter(({ source_id, target_id, type }) => source_id === entityId && target_id === itemId && type === "has")
    .map(({ properties }) => (typeof properties.count === "number" ? properties.count : 1));
  return counts.reduce((sum, each) => sum + each, 0) >= wanted;
}

/** The number `value` of the first relationship from one entity to another that has one; 0 where none does. */
export function relationshipValue(world: World | undefined, sourceId: string, targetId: string): Value {
  if (world === undefined || entityOf(world, sourceId) === undefined) return UNKNOWN;
  for (const { source_id, target_id, properties } of world.relationships) {
    if (source_id === sourceId && target_id === targetId && typeof properties.value === "number")
      return properties.value;
  }
  return 0;
}

/** What is known of a subject: the value of the last fact with a predicate; not known where there is none. */
export function factOf(world: World | undefined, subjectId: string, predicate: string): Value {
  return (
    world?.facts.findLast((each) => each.subject_id === subjectId && each.predicate === predicate)?.value ?? UNKNOWN
  );
}

function entityOf(world: World | undefined, id: string): WorldEntity | undefined {
  return world === undefined ? undefined : remembered(world.entities, id);
}
