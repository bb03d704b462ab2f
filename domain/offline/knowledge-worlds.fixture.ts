import fc from "fast-check";
import { movedQuest, type QuestMove, questChanges, UNTOUCHED } from "../quest.ts";
import { type MemoryAction, remember } from "../runtime/memory.ts";
import { begin } from "../runtime/run.ts";
import type { PlayState } from "../runtime/state.ts";
import { node } from "../runtime/story.fixture.ts";
import type { PlayedDialogue } from "../runtime/story.ts";
import { standingOf } from "../runtime/world.ts";
import type { KnowledgeVector } from "./knowledge-vector.ts";
import { knownFacts } from "./known-facts.ts";
import { standingQuests } from "./standing-quests.ts";
import type { StoryKnower, StoryKnowledge, StoryQuest } from "./story-knowledge.ts";

/** Speakers of the story, each with the groups that it has the knowledge of, the nearest first. */
export const SPEAKERS = { ent_ada: [], ent_bor: ["ent_guild", "ent_league"], ent_cem: ["ent_league"] } as const;
export const GROUPS = ["ent_guild", "ent_league"] as const;
/** An entity that facts are about, and that may be secret. */
export const SUBJECT = "ent_dol";
const PEOPLE = [...(Object.keys(SPEAKERS) as (keyof typeof SPEAKERS)[]), ...GROUPS];
type Person = (typeof PEOPLE)[number];

const WAYS = ["told", "heard", "saw", "inferred"] as const;

/** A fact of a drawn world. */
export interface DrawnFact {
  readonly id: string;
  /** Knowers that are listed, each with how and from whom where that was said; null for everyone. */
  readonly listed:
    | readonly {
        readonly who: Person;
        readonly how: string | null;
        readonly from: Person | null;
      }[]
    | null;
  readonly isAboutSubject: boolean;
  /** Entities that are told of the secret over it; null for none. */
  readonly secret: readonly Person[] | null;
  /** The fact that superseded it; null for none. */
  readonly next: string | null;
}

/** Action in the playthrough. */
export type DrawnAction =
  | { readonly tell: { fact: string; to: readonly Person[]; how: string; from: Person | null } }
  | { readonly untell: { fact: string; to: readonly Person[] } }
  | {
      readonly supersede: {
        readonly fact: string;
        readonly by: string;
        readonly mode: "from" | "retcon";
        /** Knowers of the fact that is made for it, or everyone; null where it is there already. */
        readonly made: readonly Person[] | "everyone" | null;
        readonly isAboutSubject: boolean;
      };
    }
  | { readonly quest: QuestMove };

/** A world of facts, and what happens in one playthrough of it. */
export interface DrawnWorld {
  readonly facts: readonly DrawnFact[];
  /** Entities that are told of the secret over {@link SUBJECT}; null for none. */
  readonly secret: readonly Person[] | null;
  readonly actions: readonly DrawnAction[];
}

/** The quest of all drawn worlds. */
export const QUEST: StoryQuest = {
  id: "qst_tide",
  external_id: null,
  name: "Before the tide",
  repeatable: true,
  stages: [
    {
      id: "stg_rope",
      name: "Ropes",
      text: "Two ropes.",
      objectives: [{ id: "obj_rope", text: "Find rope", count: 2 }],
    },
    { id: "stg_boat", name: "The boat", text: "", objectives: [] },
  ],
};

const person = fc.constantFrom(...PEOPLE);
const some = fc.uniqueArray(person, { maxLength: 2 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });

const FACTS = 5;
const FIRST_MADE = 10;
const factId = (nth: number) => `fact_${nth}`;

const drawnFact = fc.record({
  listed: fc.option(
    fc.uniqueArray(fc.record({ who: person, how: maybe(fc.constantFrom(...WAYS)), from: maybe(person) }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ who }) => who,
    }),
    { nil: null, freq: 4 },
  ),
  isAboutSubject: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
  secret: fc.option(some, { nil: null, freq: 1 }),
  next: fc.option(fc.nat(FACTS), { nil: null, freq: 2 }),
});

const drawnAction = fc.oneof(
  fc.record({
    tell: fc.record({
      fact: fc.nat(30),
      to: person.map((who) => [who]),
      how: fc.constantFrom(...WAYS),
      from: maybe(person),
    }),
  }),
  fc.record({ untell: fc.record({ fact: fc.nat(30), to: person.map((who) => [who]) }) }),
  fc.record({
    supersede: fc.record({
      fact: fc.nat(30),
      by: fc.nat(30),
      mode: fc.constantFrom("from" as const, "from" as const, "retcon" as const),
      made: maybe(fc.oneof(some, fc.constant("everyone" as const))),
      isAboutSubject: fc.boolean(),
    }),
  }),
  fc.record({
    quest: fc.oneof(
      fc.record({ state: fc.constantFrom("offered", "active", "completed", "failed") }),
      fc.record({ stage: fc.constant("stg_boat") }),
      fc.record({ objective: fc.constant("obj_rope"), add: fc.integer({ min: 1, max: 2 }) }),
    ),
  }),
);

/** Random worlds whose actions can all be done. */
export const drawnWorld: fc.Arbitrary<DrawnWorld> = fc
  .record({
    facts: fc.array(drawnFact, { minLength: FACTS, maxLength: FACTS }),
    secret: fc.option(some, { nil: null, freq: 1 }),
    actions: fc.array(drawnAction, { maxLength: 8 }),
  })
  .map(({ facts, secret, actions }) => {
    const own = facts.map(({ next, ...fact }, at): DrawnFact => {
      const later = next !== null && next > at && next < facts.length ? factId(next) : null;
      return { id: factId(at), ...fact, next: later };
    });
    return { facts: own, secret, actions: possible(own, actions) };
  });

/** Returns the actions whose numbers name facts that are there, and that make no circle. */
function possible(
  facts: readonly DrawnFact[],
  drawn: readonly (typeof drawnAction extends fc.Arbitrary<infer T> ? T : never)[],
): DrawnAction[] {
  const ids = facts.map(({ id }) => id);
  const open = new Set(facts.flatMap(({ id, listed }) => (listed === null ? [] : [id])));
  const next = new Map(facts.map(({ id, next: by }) => [id, by]));
  const leadsTo = (from: string, to: string): boolean => {
    for (let at: string | null | undefined = from; at != null; at = next.get(at)) if (at === to) return true;
    return false;
  };
  let standing = UNTOUCHED;
  let made = FIRST_MADE;
  return drawn.flatMap((action): DrawnAction[] => {
    const named = (nth: number) => ids[nth % ids.length] ?? "";
    if ("quest" in action) {
      const after = movedQuest(QUEST, standing, action.quest);
      if (after === null) return [];
      standing = after;
      return [action];
    }
    // What everyone knows is told to nobody.
    if ("tell" in action) {
      const fact = named(action.tell.fact);
      return open.has(fact) ? [{ tell: { ...action.tell, fact } }] : [];
    }
    if ("untell" in action) return [{ untell: { ...action.untell, fact: named(action.untell.fact) } }];
    const { made: knowers, ...rest } = action.supersede;
    const fact = named(rest.fact);
    const by = knowers === null ? named(rest.by) : factId(made);
    if (knowers === null && leadsTo(by, fact)) return [];
    next.set(fact, by);
    if (knowers !== null) {
      made += 1;
      ids.push(by);
      if (knowers !== "everyone") open.add(by);
      next.set(by, null);
    }
    return [{ supersede: { ...rest, fact, by, made: knowers } }];
  });
}

/** Returns what the story file of a drawn world carries for whoever may read everything. */
export function fileOf({ facts, secret }: DrawnWorld): StoryKnowledge {
  const knowers = Object.entries(SPEAKERS).map(([entity_id, groups]): StoryKnower => {
    const audiences: readonly string[] = [entity_id, ...groups];
    const isTold = (told: readonly string[] | null) => told === null || told.some((each) => audiences.includes(each));
    const isKept = (fact: DrawnFact) => !isTold(fact.secret) || (fact.isAboutSubject && !isTold(secret));
    return {
      entity_id,
      name: entity_id,
      groups,
      knows: facts.flatMap((fact) => {
        const by = audiences.flatMap((who) => fact.listed?.filter((each) => each.who === who) ?? []);
        if (by.length === 0 || isKept(fact)) return [];
        return [
          {
            fact_id: fact.id,
            by: by.map(({ who, how, from }) => ({ entity_id: who, how, from: how === null ? null : from })),
          },
        ];
      }),
      never: facts.filter(isKept).map(({ id }) => id),
      hidden: isTold(secret) ? [] : [SUBJECT],
    };
  });
  return {
    facts: facts.map(({ id, listed, isAboutSubject, next }) => ({
      ...{ id, text: id, subject_id: isAboutSubject ? SUBJECT : null, predicate: null, object_id: null },
      ...{ public: listed === null, superseded_by: next },
    })),
    knowers,
    quests: [QUEST],
  };
}

const ALONE: PlayedDialogue = { id: "dlg_1", start: null, nodes: new Map([["n", node("n")]]), variables: new Map() };

/** State of a playthrough of a drawn world after all of its actions. */
export function stateOf({ actions }: DrawnWorld): PlayState {
  return actions.reduce((state, action) => remember(ALONE, state, actionOf(state, action)).state, begin(ALONE).state);
}

function actionOf(state: PlayState, action: DrawnAction): MemoryAction {
  if ("quest" in action) {
    const before = standingOf({ state }, QUEST.id);
    const after = movedQuest(QUEST, before, action.quest) ?? before;
    const to = questChanges(before, after).map(({ key, after: value }) => ({ key, after: value }));
    return { quest: { id: QUEST.id, move: action.quest, to } };
  }
  if (!("supersede" in action)) return action;
  const { fact, by, mode, made, isAboutSubject } = action.supersede;
  const content = { text: by, known_by: made, subject_id: isAboutSubject ? SUBJECT : null };
  return {
    supersede: {
      fact,
      by,
      mode,
      reason: "So it is.",
      made: made === null ? null : { id: by, at: "2026-11-29T00:00:00.000Z", content },
    },
  };
}

/** The vector of a drawn world, with what comes of it. */
export function vectorOf(world: DrawnWorld, title: string): KnowledgeVector {
  const story = fileOf(world);
  const { world: changes = [], facts } = stateOf(world);
  const state = { ...(changes.length > 0 && { world: changes }), ...(facts !== undefined && { facts }) };
  const knows = Object.fromEntries(
    story.knowers.map(({ entity_id }) => [entity_id, knownFacts(story, state, entity_id)]),
  );
  return { title, story, state, expect: { knows, quests: standingQuests(story, state) } };
}

/** Number of vectors, and the seed that they are drawn by. */
const VECTORS = 60;
const SEED = 20_261_129;

/** The worlds of all vectors, always the same ones. */
export const worlds = (): DrawnWorld[] => fc.sample(drawnWorld, { numRuns: VECTORS, seed: SEED });

/** All vectors of knowledge. */
export const knowledgeVectors = (): KnowledgeVector[] =>
  worlds().map((world, at) => vectorOf(world, `world ${at + 1}`));
