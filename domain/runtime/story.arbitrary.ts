import fc from "fast-check";
import type { Branch, TalkOutcome } from "../dialogue/wire.ts";
import type { Effect, Expression } from "../expression.ts";
import { node as nodeOf, PLAYED_BRANCH, way as wayOf } from "./story.fixture.ts";
import type { PlayNode, World } from "./story.ts";
import type { VectorCase } from "./vector-cases.fixture.ts";

const IDS = ["n0", "n1", "n2", "n3", "n4", "n5"];
const NUMBER = "var_n";
const KINDS = [
  "line",
  "line",
  "hub",
  "condition",
  "jump",
  "detour",
  "return",
  "random",
  "storylet_group",
  "command",
  "wait_event",
  "talk",
  "end",
] as const;

type Done = Omit<Effect, "id" | "when">;

/** A small world: two people, one of them in an inn of a town, and a key. Nobody tells of `ent_gone`. */
const WORLD: World = {
  entities: {
    ent_a: { parent_id: "ent_inn", properties: { mood: { level: 1 } } },
    ent_b: { parent_id: null, properties: { state: "open" } },
    ent_inn: { parent_id: "ent_town", properties: {} },
    ent_town: { parent_id: null, properties: {} },
    ent_key: { parent_id: null, properties: {} },
  },
  relationships: [
    { source_id: "ent_a", target_id: "ent_key", type: "has", properties: {} },
    { source_id: "ent_a", target_id: "ent_b", type: "trusts", properties: { value: 2 } },
  ],
  facts: [{ subject_id: "ent_b", predicate: "knows", value: "little" }],
  knowledge: [{ entity_id: "ent_b", fact_id: "fact_seal" }],
  time: 0,
};

/** Speakers of the first nodes of a story. */
const SPEAKERS = ["ent_a", "ent_gone", "ent_b", "ent_a"];

const smallNumber = fc.integer({ min: 0, max: 3 });
const told = fc.constantFrom("ent_a", "ent_a", "ent_b", "ent_inn", "ent_town");
const someId = fc.oneof({ weight: 9, arbitrary: told }, fc.constant("ent_gone"));
const someone = someId.map((lit): Expression => ({ lit }));
const someValue = fc
  .oneof({ weight: 4, arbitrary: smallNumber }, fc.constantFrom("done", true, null))
  .map((lit): Expression => ({ lit }));
const numberOfWorld = fc.constantFrom<Expression>(
  { entity: "ent_a", path: "mood.level" },
  { entity: "ent_a", path: "mood" },
  { fn: "relationship", args: [{ lit: "ent_a" }, { lit: "ent_b" }] },
  { fn: "world_time", args: [] },
);

const worldCondition: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .record({ op: fc.constantFrom("gte" as const, "eq" as const), asked: numberOfWorld, value: smallNumber })
    .map(({ op, asked, value }): Expression => ({ op, args: [asked, { lit: value }] })),
  fc
    .tuple(someone, fc.constantFrom("fact_seal", "fact_well"))
    .map(([who, lit]): Expression => ({ fn: "knows", args: [who, { lit }] })),
  fc.tuple(someone, someone).map(([who, where]): Expression => ({ fn: "at_location", args: [who, where] })),
  fc
    .tuple(someone, smallNumber)
    .map(([who, count]): Expression => ({ fn: "has_item", args: [who, { lit: "ent_key" }, { lit: count }] })),
  fc.constantFrom<Expression>(
    { op: "eq", args: [{ fn: "quest_state", args: [{ lit: "ent_b" }] }, { lit: "done" }] },
    { op: "eq", args: [{ fn: "fact", args: [{ lit: "ent_a" }, { lit: "knows" }] }, { lit: "done" }] },
  ),
);

const expression: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .record({
      op: fc.constantFrom("gte" as const, "lt" as const, "eq" as const),
      value: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ op, value }): Expression => ({ op, args: [{ var: NUMBER }, { lit: value }] })),
  fc.constantFrom(...IDS).map((id): Expression => ({ fn: "visited", args: [{ ref: id }] })),
  fc.constantFrom(...IDS).map(
    (id): Expression => ({
      op: "lt",
      args: [{ fn: "visits", args: [{ ref: id }, { lit: "completed" }] }, { lit: 2 }],
    }),
  ),
  fc.constant<Expression>({ op: "gte", args: [{ fn: "random", args: [{ lit: 1 }, { lit: 6 }] }, { lit: 4 }] }),
  fc.constant<Expression>({ op: "opaque", format: "x", source: "?" }),
  { weight: 4, arbitrary: worldCondition },
);
const worldEffect: fc.Arbitrary<Done> = fc.oneof(
  fc.record({
    op: fc.constantFrom("property.set" as const, "property.add" as const),
    target: someId,
    key: fc.constantFrom("mood.level", "mood", "mood.level.deep", "state"),
    value: someValue,
  }),
  fc.record({ op: fc.constant("location.move" as const), target: someId, key: someId, value: fc.constant(null) }),
  fc.record({
    op: fc.constantFrom("inventory.give" as const, "inventory.take" as const),
    target: someId,
    key: fc.constant("ent_key"),
    value: someValue,
  }),
  fc.record({
    op: fc.constantFrom("relationship.set" as const, "relationship.adjust" as const),
    target: someId,
    key: someId,
    value: someValue,
  }),
  fc.record({ op: fc.constant("fact.set" as const), target: someId, key: fc.constant("knows"), value: someValue }),
  fc.record({
    op: fc.constant("fact.tell" as const),
    target: fc.option(someId),
    key: fc.constantFrom("fact_seal", "fact_well"),
    value: fc.constantFrom<Expression | null>(null, { lit: "saw" }, { lit: 1 }),
  }),
  fc.record({
    op: fc.constant("quest.set_state" as const),
    target: fc.constant("ent_b"),
    value: fc.constantFrom<Expression>({ lit: "done" }, { lit: "open" }, { lit: 1 }),
  }),
  fc.record({ op: fc.constant("time.advance" as const), target: fc.constant(null), value: someValue }),
);
const variableEffect: fc.Arbitrary<Done> = fc.record({
  op: fc.constantFrom("set" as const, "add" as const, "sub" as const, "div" as const),
  target: fc.constant(NUMBER),
  value: fc.oneof({ weight: 3, arbitrary: smallNumber.map((lit): Expression => ({ lit })) }, numberOfWorld),
});
const effects = fc.array(
  fc.record({
    done: fc.oneof({ weight: 2, arbitrary: variableEffect }, worldEffect),
    when: fc.array(expression, { maxLength: 1 }),
  }),
  { maxLength: 2 },
);
const branch = fc.record({
  kind: fc.constantFrom(
    "choice" as const,
    "choice" as const,
    "auto" as const,
    "else" as const,
    "fallback" as const,
    "event" as const,
  ),
  to: fc.option(fc.constantFrom(...IDS), { freq: 12 }),
  text: fc.constantFrom("", "words"),
  conditions: fc.array(expression, { maxLength: 2 }),
  effects,
  repeat: fc.constantFrom("sticky" as const, "once" as const, "limited" as const),
  repeat_limit: fc.option(fc.integer({ min: 1, max: 3 })),
  unwind: fc.constantFrom(false, false, false, true),
  repeat_scope: fc.constantFrom("playthrough" as const, "visit" as const),
  when_unavailable: fc.constantFrom("hide" as const, "disable" as const),
  weight: fc.integer({ min: 0, max: 3 }),
  opened_by: fc.constantFrom<TalkOutcome | null>(
    null,
    { facts: ["fact_a"], actions: [] },
    { facts: ["fact_a"], actions: ["nod"] },
  ),
});
const node = fc.record({
  kind: fc.constantFrom(...KINDS),
  text: fc.constantFrom("", "words"),
  conditions: fc.array(expression, { maxLength: 1 }),
  effects,
  branches: fc.array(branch, { maxLength: 3 }),
});

const seed = fc.integer({ min: 0, max: 1_000_000 });
const picks = fc.array(fc.nat(5), { minLength: 3, maxLength: 8 });

/** A random story of six nodes, as it is drawn. */
const drawnStory = fc.record({
  nodes: fc.array(node, { minLength: IDS.length, maxLength: IDS.length }),
  scope: fc.constantFrom("playthrough" as const, "playthrough" as const, "temporary" as const),
  bounds: fc.record({ min: fc.constantFrom(null, 0), max: fc.constantFrom(null, 2, 4) }),
});

/** A random story as a vector tells it. */
function storyOf({
  nodes,
  scope,
  bounds,
}: typeof drawnStory extends fc.Arbitrary<infer T> ? T : never): VectorCase["dialogue"] {
  return {
    id: "dlg_1",
    start: null,
    nodes: nodes.map(
      ({ kind, text, conditions, effects: entering, branches }, at): PlayNode => ({
        id: IDS[at] ?? "",
        kind,
        speaker_id: SPEAKERS[at] ?? null,
        text: text === "" ? "" : `Words of n${at}${at % 2 === 0 ? "." : " for {n}."}`,
        conditions: conditions.map((each, nth) => ({ id: `cnd_${at}_${nth}`, ...each })),
        on_enter_effects: entering.map(({ done, when }, nth) => ({ id: `ef_${at}_${nth}`, ...done, when })),
        branches: branches.map(({ to, text: words, conditions: guards, effects: taking, ...more }, nth): Branch => {
          const id = `b${at}_${nth}`;
          return {
            ...PLAYED_BRANCH,
            ...more,
            id,
            target_node_id: to,
            choice_text: words === "" ? "" : nth === 1 ? `${id}: {n}` : id,
            conditions: guards.map((each, index) => ({ id: `cnd_${id}_${index}`, ...each })),
            effects: taking.map(({ done, when }, index) => ({ id: `ef_${id}_${index}`, ...done, when })),
            extensions: {},
          };
        }),
        exit_to: null,
      }),
    ),
    variables: [{ id: NUMBER, name: "n", type: "integer", default: 0, enum_values: [], scope, ...bounds }],
    others: [],
    world: WORLD,
  };
}

/** A random story whose choices stay and do nothing but change the world, so that only the world tells its states apart. */
export const randomWorldStory = fc
  .array(
    fc.array(
      fc.record({
        to: fc.constantFrom("n0", "n1", "n2"),
        done: worldEffect,
        condition: fc.option(worldCondition, { freq: 4 }),
      }),
      { minLength: 3, maxLength: 4 },
    ),
    { minLength: 3, maxLength: 3 },
  )
  .map((drawn): VectorCase["dialogue"] => ({
    id: "dlg_1",
    start: null,
    nodes: drawn.map((ways, at) =>
      nodeOf(
        `n${at}`,
        ways.map(({ to, done, condition }, nth) =>
          wayOf(`b${at}_${nth}`, to, {
            effects: [{ id: `ef_${at}_${nth}`, ...done, when: [] }],
            conditions: condition === null ? [] : [{ id: `cnd_${at}_${nth}`, ...condition }],
          }),
        ),
        { speaker_id: SPEAKERS[at] ?? null },
      ),
    ),
    variables: [],
    others: [],
    world: WORLD,
  }));

/** A random story of any kind. */
export const randomStory = fc.oneof({ weight: 3, arbitrary: drawnStory.map(storyOf) }, randomWorldStory);

/** A random story with a seed, and which of what can be done is done at each step. */
export const randomPlay = fc.record({ told: randomStory, seed, picks });
