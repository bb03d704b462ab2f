import { addToList } from "../add-to-list.ts";
import type { Scalar } from "../expression.ts";
import { type PlayQuest, type QuestStanding, type QuestState, STAGE_KEY, STATE_KEY } from "../quest.ts";
import { type PlayState, remembered } from "./state.ts";
import type { World, WorldChange, WorldEntity, WorldMatter } from "./story.ts";
import { type Truth, UNKNOWN, type Value } from "./value.ts";
import type { Work } from "./work.ts";

/** The world as a playthrough sees it: what its host told, and over that what the playthrough itself changed. */
export interface SeenWorld {
  readonly world?: World | undefined;
  readonly state: Pick<PlayState, "world">;
  /** Work of the page that asks; a look at a page that is there already has none. */
  readonly work?: Work;
}

/** Changes that are looked through, and keys of a path that are followed, for one evaluation. */
const STEPS_AN_EVALUATION = 10;

/** Returns the value that the playthrough itself set; undefined where it changed nothing. */
export function changeOf(
  { state, work }: SeenWorld,
  what: WorldMatter,
  entity: string | null,
  key: string | null,
): WorldChange | undefined {
  if (state.world === undefined) return undefined;
  work?.spend(state.world.length / STEPS_AN_EVALUATION);
  return state.world.find((each) => each.what === what && each.entity === entity && each.key === key);
}

/** Whether a value is one that a variable, a fact or a property of logic can have. */
export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** The value at a dotted path of an entity's properties: null where it has none, not known where nobody tells of the entity. */
export function propertyOf(seen: SeenWorld, entityId: string, path: string): Value {
  const value = jsonAt(seen, entityId, path);
  return isScalar(value) ? value : UNKNOWN;
}

/** Whether a property of a path can be written: it is one value or none, and what lies above it are lists of properties. */
export function takesProperty(seen: SeenWorld, entityId: string, path: string): boolean {
  const keys = path.split(".");
  const above = keys.slice(1).map((_, at) => jsonAt(seen, entityId, keys.slice(0, at + 1).join(".")));
  return isScalar(jsonAt(seen, entityId, path)) && above.every((each) => each === null || isObject(each));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a path: null for nothing, undefined for an unknown entity. */
function jsonAt(seen: SeenWorld, entityId: string, path: string): unknown {
  let value: unknown = entityOf(seen, entityId)?.properties;
  if (value === undefined) return undefined;
  const keys = path.split(".");
  seen.work?.spend((keys.length + (seen.state.world?.length ?? 0)) / STEPS_AN_EVALUATION);
  for (const { what, entity, key, value: written } of seen.state.world ?? []) {
    if (what !== "property" || entity !== entityId || key === null) continue;
    if (key === path) return written;
    if (key.startsWith(`${path}.`)) return {};
    if (path.startsWith(`${key}.`)) return null;
  }
  for (const key of keys) {
    if (!isObject(value)) return null;
    value = Object.hasOwn(value, key) ? value[key] : null;
  }
  return value;
}

/** Returns the place of an entity: null for none, unknown for an unknown entity. */
export function placeOf(seen: SeenWorld, entityId: string): Value {
  const entity = entityOf(seen, entityId);
  if (entity === undefined) return UNKNOWN;
  const moved = changeOf(seen, "location", entityId, null);
  return moved === undefined ? entity.parent_id : moved.value;
}

/** Whether an entity is at a place or anywhere within it; a place that is told of is at itself. */
export function isAt(seen: SeenWorld, entityId: string, placeId: string): Truth {
  if (!isTold(seen, entityId)) return UNKNOWN;
  let at: Value = entityId;
  for (let steps = 0; typeof at === "string" && steps < MAX_DEPTH; steps++) {
    seen.work?.spend(1);
    if (at === placeId) return true;
    at = placeOf(seen, at);
  }
  return at === UNKNOWN ? UNKNOWN : false;
}

/** More levels than a world has. */
const MAX_DEPTH = 1_000;

/**
 * Returns the number of an item that an entity has: the sum of `has` relationships to it, each by its property `count`,
 * which is 1 when absent.
 */
export function itemsOf(seen: SeenWorld, entityId: string, itemId: string): Value {
  if (seen.world === undefined || entityOf(seen, entityId) === undefined) return UNKNOWN;
  const changed = changeOf(seen, "item", entityId, itemId);
  if (changed !== undefined) return changed.value;
  return tiesOf(seen, entityId, itemId)
    .filter(({ type }) => type === "has")
    .reduce((sum, { properties: { count } }) => sum + (typeof count === "number" ? count : 1), 0);
}

/** The number `value` of the first relationship from one entity to another that has one; 0 where none does. */
export function relationshipValue(seen: SeenWorld, sourceId: string, targetId: string): Value {
  if (seen.world === undefined || entityOf(seen, sourceId) === undefined) return UNKNOWN;
  const changed = changeOf(seen, "relationship", sourceId, targetId);
  if (changed !== undefined) return changed.value;
  for (const { properties } of tiesOf(seen, sourceId, targetId)) {
    if (typeof properties.value === "number") return properties.value;
  }
  return 0;
}

/** Returns the value of a subject's last fact with a predicate; unknown where there is none. */
export function factOf(seen: SeenWorld, subjectId: string, predicate: string): Value {
  const changed = changeOf(seen, "fact", subjectId, predicate);
  if (changed !== undefined) return changed.value;
  if (seen.world === undefined) return UNKNOWN;
  return indexOf(seen.world).facts.get(pairOf(subjectId, predicate)) ?? UNKNOWN;
}

/** Whether somebody knows a fact: as the world begins, or since the playthrough told them. */
export function knowsFact(seen: SeenWorld, entityId: string, factId: string): Truth {
  if (!isTold(seen, entityId)) return UNKNOWN;
  return (
    changeOf(seen, "knowledge", entityId, factId) !== undefined ||
    (seen.world !== undefined && indexOf(seen.world).knowledge.has(pairOf(entityId, factId)))
  );
}

/** A quest of the world; undefined where the host does not tell of it. */
export function questOf({ world }: SeenWorld, questId: string): PlayQuest | undefined {
  return world?.quests === undefined ? undefined : remembered(world.quests, questId);
}

/** Standing of a quest in the playthrough. */
export function standingOf({ state: { world = [] }, work }: SeenWorld, questId: string): QuestStanding {
  work?.spend(world.length / STEPS_AN_EVALUATION);
  const own = world.filter(({ what, entity }) => what === "quest" && entity === questId);
  const partOf = (part: string) => own.find(({ key }) => key === part)?.value ?? null;
  const counts = own.flatMap(({ key, value }): [string, number][] =>
    typeof value === "number" && value > 0 ? [[key ?? "", value]] : [],
  );
  return {
    state: partOf(STATE_KEY) as QuestState | null,
    stage: partOf(STAGE_KEY) as string | null,
    counts: Object.fromEntries(counts),
  };
}

/** The state of a quest, null until it is offered; unknown where the host does not tell of the quest. */
export function questStateOf(seen: SeenWorld, questId: string): Value {
  return questOf(seen, questId) === undefined ? UNKNOWN : standingOf(seen, questId).state;
}

/** The stage that a quest is in, or ended in; unknown where the host does not tell of the quest. */
export function questStageOf(seen: SeenWorld, questId: string): Value {
  return questOf(seen, questId) === undefined ? UNKNOWN : standingOf(seen, questId).stage;
}

/** Number of times that an objective was done; unknown where the host does not tell of the quest, or that has none of it. */
export function questCountOf(seen: SeenWorld, questId: string, objectiveId: string): Value {
  const stages = questOf(seen, questId)?.stages ?? [];
  if (!stages.some(({ objectives }) => objectives.some(({ id }) => id === objectiveId))) return UNKNOWN;
  return remembered(standingOf(seen, questId).counts, objectiveId) ?? 0;
}

/** The time of the world, which its host tells; not known where it does not. */
export function timeOf(seen: SeenWorld): Value {
  return changeOf(seen, "time", null, null)?.value ?? seen.world?.time ?? UNKNOWN;
}

/** Whether the host tells of an entity. */
export function isTold(seen: SeenWorld, entityId: string): boolean {
  return entityOf(seen, entityId) !== undefined;
}

function entityOf({ world }: SeenWorld, id: string): WorldEntity | undefined {
  return world === undefined ? undefined : remembered(world.entities, id);
}

type Tie = World["relationships"][number];

/** Relationships and last facts of a world, by whom and what they are about. */
interface WorldIndex {
  readonly ties: ReadonlyMap<string, readonly Tie[]>;
  readonly facts: ReadonlyMap<string, Scalar>;
  readonly knowledge: ReadonlySet<string>;
}

const indexes = new WeakMap<World, WorldIndex>();

function indexOf(world: World): WorldIndex {
  let index = indexes.get(world);
  if (index === undefined) {
    const ties = new Map<string, Tie[]>();
    for (const tie of world.relationships) addToList(ties, pairOf(tie.source_id, tie.target_id), tie);
    const facts = new Map(
      world.facts.map(({ subject_id, predicate, value }) => [pairOf(subject_id, predicate), value]),
    );
    const knowledge = new Set(world.knowledge?.map(({ entity_id, fact_id }) => pairOf(entity_id, fact_id)));
    index = { ties, facts, knowledge };
    indexes.set(world, index);
  }
  return index;
}

const pairOf = (first: string, second: string) => JSON.stringify([first, second]);

/** Returns the relationships from one entity to another, in their order. */
function tiesOf({ world, work }: SeenWorld, from: string, to: string): readonly Tie[] {
  const ties = world === undefined ? [] : (indexOf(world).ties.get(pairOf(from, to)) ?? []);
  work?.spend(ties.length / STEPS_AN_EVALUATION);
  return ties;
}
