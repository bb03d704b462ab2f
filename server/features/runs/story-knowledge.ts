import { isDead, SIGNS_OF_DEATH, statusOfLife } from "#domain/cast/is-dead.ts";
import { escapeToken } from "#domain/change/pointer.ts";
import { type Effect, isQuestId } from "#domain/expression.ts";
import type { StoryFact, StoryKnower, StoryQuest } from "#domain/offline/story-knowledge.ts";
import type { KnownEffect } from "#domain/runtime/playable.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { graphsOf, logicOf, type PlayedDialogue, type World, type WorldEntity } from "#domain/runtime/story.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { RetiredVoices } from "../../operation/context.ts";
import type { Batches } from "../../operation/json-pieces.ts";
import type { OpenPerspective } from "../../operation/perspective.ts";
import type { RunMemory } from "../../operation/run-memory.ts";
import type { Db } from "../../record/database.ts";
import { versionsWhere } from "../../record/version-pages.ts";
import { findVersion } from "../../record/versions.ts";
import { carriedQuests, questResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { CarriedFacts, type FileReader, factValueKey, findFactsInRun } from "../facts/public.ts";
import type { StoryPlace } from "./story.ts";
import type { NamedInWorld } from "./story-reach.ts";

/** Facts, knowers and quests of a story file, in batches. */
export interface KnowledgeParts {
  readonly facts: Batches<StoryFact>;
  readonly knowers: Batches<StoryKnower>;
  readonly quests: Batches<StoryQuest>;
}

/** Reader of a story file: somebody who reads everything, with null, or as an entity or everyone. */
export interface StoryReader extends FileReader {
  readonly as: string | null;
}

/** Reader who reads everything. */
export const EDITOR: StoryReader = { as: null, past: null, present: null };

/** Names of a story: what its logic names, and who speaks in it. */
interface NamedInStory {
  readonly named: NamedInWorld;
  readonly speakers: ReadonlySet<string>;
}

/** Way to read what a story file carries besides the story. */
export interface Carrying {
  /** Whether it carries facts, knowers and quests. */
  readonly withKnowledge: boolean;
  readonly retiredVoices: RetiredVoices;
}

/** Empty lists in place of what a story file carries besides the story. */
const NOTHING_KNOWN: KnowledgeParts = { facts: [], knowers: [], quests: [] };

/**
 * Opens the eyes of a player for a story file of a sequence: no more than the avatar could read then, and may read now. One who was not
 * there then reads what everyone could.
 */
export async function playersEyes(
  db: Db,
  openPerspective: OpenPerspective,
  { projectId, seq }: Pick<StoryPlace, "projectId" | "seq">,
  readsAs: string | null,
): Promise<StoryReader> {
  const as = readsAs ?? EVERYONE;
  const isThere = as !== EVERYONE && (await findVersion(db, entityResource, projectId, as, seq)) !== null;
  const past = await openPerspective(db, { projectId, atSeq: seq, as: isThere ? as : EVERYONE });
  const present = await openPerspective(db, { projectId, atSeq: null, as });
  return { as, past, present };
}

/** Returns the entities that can know facts in a story: its reader, those who speak, and those that its logic asks or tells. */
function knowersOf({ named, speakers }: NamedInStory, { as }: StoryReader): string[] {
  const self = as === null || as === EVERYONE ? [] : [as];
  return [...new Set([...self, ...speakers, ...named.knowers])];
}

/** Opens what a story file carries besides the story: what the speakers and the reader know, what logic names, and quests; nothing where none is asked for. */
export async function openKnowledge(
  db: Db,
  { projectId, seq }: Pick<StoryPlace, "projectId" | "seq">,
  names: NamedInStory,
  reader: StoryReader,
  { withKnowledge, retiredVoices }: Carrying,
): Promise<KnowledgeParts> {
  if (!withKnowledge) return NOTHING_KNOWN;
  const { named } = names;
  const knowers = knowersOf(names, reader);
  const carried = await CarriedFacts.open(db, { projectId, seq, reader, knowers, named: [...named.facts] });
  return {
    facts: carried.facts(),
    knowers: carried.knowers(await retiredVoices(db, projectId, knowers, seq)),
    quests: questsToRead(db, { projectId, seq }, [...named.quests], reader),
  };
}

/** Whether a reader may know of a quest: nothing of it is withheld. */
function isOpenTo({ past, present }: StoryReader, questId: string): boolean {
  return [past, present].every(
    (each) => each === null || !(each.hides("quest", questId) || each.redactedSubjects.includes(questId)),
  );
}

/**
 * Finds what of a story's logic its reader may know of though nothing asks about it: facts that somebody is told, moves of quests, and
 * whether its knowers live, as far as neither they nor whom they change are withheld.
 */
export async function knowableEffects(
  db: Db,
  { projectId, seq }: Pick<StoryPlace, "projectId" | "seq">,
  dialogue: PlayedDialogue,
  names: NamedInStory,
  reader: StoryReader,
): Promise<KnownEffect> {
  const { named } = names;
  const facts = await CarriedFacts.open(db, { projectId, seq, reader, knowers: [], named: [...named.facts] });
  const readable = await facts.among([...named.facts]);
  const knowers = new Set(knowersOf(names, reader));
  const mortal = diesByStatus(dialogue);
  const isHidden = (id: string) => isHiddenFrom(reader, id);
  const isCovered = coveredFrom(reader);
  return (effect) => {
    const { op, target, key = null, value } = effect;
    if (op === "property.set") {
      if (key === null || target === null || !knowers.has(target)) return null;
      const isStatus = key === STATUS;
      const isAboutDeath = isStatus ? mortal.has(target) : SIGNS_OF_DEATH.some((sign) => sign === key);
      if (!isAboutDeath || isCovered(target, key)) return null;
      return isStatus && value !== null && "lit" in value
        ? { ...effect, value: { lit: statusOfLife(value.lit) } }
        : effect;
    }
    if (op === "fact.tell") {
      return key !== null && readable.has(key) && (target === null || !isHidden(target)) ? effect : null;
    }
    return isQuestId(target) && isOpenTo(reader, target) ? effect : null;
  };
}

/** Whether an entity is withheld from a reader. */
function isHiddenFrom({ past, present }: FileReader, id: string): boolean {
  return [past, present].some((each) => each?.hides(entityResource.type, id) === true);
}

/** Returns a test of whether a path of the properties of an entity is withheld from a reader, or all of the entity is. */
export function coveredFrom(reader: StoryReader): (entityId: string, path: string) => boolean {
  const covering = new Map<string, ReadonlySet<string>>();
  const isAt = (pointer: string, id: string): boolean => {
    const ids =
      covering.get(pointer) ??
      new Set([reader.past, reader.present].flatMap((each) => each?.withheldAt(entityResource.type, pointer) ?? []));
    covering.set(pointer, ids);
    return ids.has(id);
  };
  return (id, path) => {
    const keys = path.split(".").map(escapeToken);
    const pointers = [...keys.keys(), keys.length].map((depth) => ["/properties", ...keys.slice(0, depth)].join("/"));
    return isHiddenFrom(reader, id) || pointers.some((pointer) => isAt(pointer, id));
  };
}

/** Property by which somebody can be dead, and which says much else. */
const STATUS = "status";

/** Finds the entities of a story of which the status says that they are dead, in the record or once some effect did it. */
function diesByStatus(dialogue: PlayedDialogue): ReadonlySet<string> {
  const { effects } = logicOf(graphsOf(dialogue).flatMap(({ nodes }) => [...nodes.values()]));
  const maySayDead = (value: Effect["value"]) => value !== null && (!("lit" in value) || isDead({ status: value.lit }));
  const killed = effects.flatMap(({ op, target, key, value }) =>
    op === "property.set" && key === STATUS && target !== null && maySayDead(value) ? target : [],
  );
  const dead = Object.entries(dialogue.world?.entities ?? {}).flatMap(
    ([
      id,
      {
        properties: { status = null },
      },
    ]) => (isDead({ status }) ? id : []),
  );
  return new Set([...killed, ...dead]);
}

/** Returns the part of a story world that its reader may read: of what is withheld there is no value in it. */
export async function readableWorld(
  db: Db,
  { projectId, seq }: Pick<StoryPlace, "projectId" | "seq">,
  world: World,
  reader: StoryReader,
): Promise<World> {
  const eyes = [reader.past, reader.present].flatMap((each) => each ?? []);
  const isHidden = (id: string) => eyes.some((each) => each.hides(entityResource.type, id));
  const entities = Object.entries(world.entities).map(([id, entity]): [string, WorldEntity] => {
    // Who is there is asked and told things all the same: logic names it by its id.
    if (isHidden(id)) return [id, { parent_id: null, properties: {} }];
    const seen = eyes.reduce((state, each) => each.redact(entityResource.type, id, state), entity);
    return [id, { parent_id: seen.parent_id, properties: seen.properties }];
  });
  const carried = await CarriedFacts.open(db, { projectId, seq, reader, knowers: [], named: [] });
  const values = await carried.valuesAbout([...new Set(world.facts.map(({ subject_id }) => subject_id))]);
  return {
    ...world,
    entities: Object.fromEntries(entities),
    relationships: world.relationships.filter((each) => !isHidden(each.source_id) && !isHidden(each.target_id)),
    facts: world.facts.filter((fact) => values.has(factValueKey(fact))),
  };
}

/** Facts and quests of a playthrough that its state names. */
interface NamedInState {
  readonly state: PlayState;
  readonly run: RunMemory;
}

/** Finds which of the facts and quests that the state of a playthrough names its reader may know of. */
export async function readableIn(
  db: Db,
  openPerspective: OpenPerspective,
  { projectId, seq }: Pick<StoryPlace, "projectId" | "seq">,
  { state: { world = [], facts }, run }: NamedInState,
  reader: StoryReader,
): Promise<(id: string) => boolean> {
  const told = world.flatMap(({ what, key }) => (what === "knowledge" && key !== null ? [key] : []));
  const chained = facts?.superseded.flatMap((each) => [each.fact, each.by]) ?? [];
  const named = [...new Set([...told, ...chained])];
  const carried = await CarriedFacts.open(db, { projectId, seq, reader, knowers: [], named });
  const readable = new Set(await carried.among(named));
  const made = facts?.made.map(({ id }) => id) ?? [];
  if (made.length > 0) {
    const inRun = await openPerspective(db, { projectId, atSeq: seq, as: reader.past?.as ?? null, run });
    const isHiddenNow = (id: string | null) => id !== null && reader.present?.hides(entityResource.type, id) === true;
    for (const fact of await findFactsInRun(db, { projectId, seq }, inRun, made)) {
      if (![fact.subject_id, fact.object_id, ...fact.also_about].some(isHiddenNow)) readable.add(fact.id);
    }
  }
  return (id) => readable.has(id) || (isQuestId(id) && isOpenTo(reader, id));
}

/** Yields the quests that logic names or that are carried, of which nothing is withheld from the reader. */
async function* questsToRead(
  db: Db,
  { projectId, seq }: Pick<StoryPlace, "projectId" | "seq">,
  named: readonly string[],
  reader: StoryReader,
): AsyncGenerator<StoryQuest[]> {
  const ids = [...new Set([...named, ...(await carriedQuests(db, projectId, seq))])];
  if (ids.length === 0) return;
  for await (const page of versionsWhere(db, questResource, projectId, { id: ids }, seq)) {
    yield page.flatMap(({ id, external_id, name, repeatable, stages }) =>
      isOpenTo(reader, id) ? [{ id, external_id, name, repeatable, stages }] : [],
    );
  }
}
