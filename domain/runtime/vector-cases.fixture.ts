import type { Branch } from "../dialogue/wire.ts";
import type { Condition, Effect, Expression, Scalar, WorldEffectOp } from "../expression.ts";
import { node, variable, way } from "./story.fixture.ts";
import type { PlayNode, PlayVariable, World } from "./story.ts";
import type { Vector, VectorAction } from "./vector.ts";

/** A vector that says what is done, and not yet what has to come of it. */
export type VectorCase = Omit<Vector, "steps"> & { readonly steps: readonly VectorAction[] };

const silent = (id: string, to: string | null, more: Partial<Branch> = {}) => way(id, to, { choice_text: "", ...more });

const mute = (id: string, kind: PlayNode["kind"], branches: Branch[], more: Partial<PlayNode> = {}) =>
  node(id, branches, { kind, text: "", ...more });

const holds = (...expressions: Expression[]): Condition[] =>
  expressions.map((expression, at) => ({ id: `cnd_${at + 1}`, ...expression }));
const lit = (value: Scalar): Expression => ({ lit: value });
const eq = (a: Expression, b: Expression): Expression => ({ op: "eq", args: [a, b] });
const gte = (a: Expression, b: Expression): Expression => ({ op: "gte", args: [a, b] });
const compare = (op: "has" | "in" | "eq" | "lt", a: Expression, b: Expression): Expression => ({ op, args: [a, b] });
const coins: Expression = { var: "var_coins" };
const rich = holds(gte(coins, lit(3)));
const sum = (a: Expression, b: Expression): Expression => ({ op: "arith", fn: "add", args: [a, b] });
const LONG = "a".repeat(9_999);
const opaque = holds({ op: "opaque", format: "sugarcube", source: "either(1, 2) is 1" });
const fn = (name: (Expression & { fn: unknown })["fn"] & string, ...args: Expression[]): Expression =>
  ({ fn: name, args }) as Expression;
const ref = (id: string): Expression => ({ ref: id });

let effects = 0;
const effect = (
  op: Effect["op"],
  target: string | null,
  value: Expression | null = null,
  when: Expression[] = [],
): Effect => {
  effects += 1;
  return { id: `ef_${effects}`, op, target, value, when };
};
/** False, and more dice than a page may throw. */
const manyRolls: Expression = {
  op: "any",
  args: Array.from({ length: 250 }, () => gte(fn("roll", lit(6), lit(1_000)), lit(6_001))),
};
const noneHere: Expression = { op: "not", args: [fn("has_any_content", ref("a"))] };
/** An effect on the world. */
const on = (
  op: WorldEffectOp,
  target: string | null,
  key: string | null,
  value: Expression | null = null,
  when: Expression[] = [],
): Effect => ({ ...effect(op, target, value, when), ...(key !== null && { key }) });
const COINS = variable("var_coins", "integer", 0);

/** A card at which Mara can be talked to. */
const talkCard = (branches: Branch[]) => node("talk", branches, { kind: "talk", speaker_id: "ent_mara" });
/** A branch that a fact opens. */
const fact = (id: string, factId: string, to = "end") => way(id, to, { opened_by: { facts: [factId], actions: [] } });
const BOTH = { facts: ["fact_seal"], actions: ["give_key"] };

const begin: VectorAction = { begin: {} };
const take = (id: string): VectorAction => ({ choose: id });

interface Told {
  rule: string;
  title: string;
  nodes: PlayNode[];
  steps: VectorAction[];
  variables?: PlayVariable[];
  others?: Vector["dialogue"]["others"];
  world?: World;
  start?: string;
}

const told = ({ rule, title, nodes, steps, variables = [], others = [], world, start }: Told): VectorCase => ({
  rule,
  title,
  dialogue: { id: "dlg_1", start: start ?? null, nodes, variables, others, world: world ?? null },
  steps,
});

const end = node("end");
const WORLD: World = {
  entities: {
    ent_inn: { parent_id: "ent_town", properties: { open: true, stats: { rooms: 4 } } },
    ent_town: { parent_id: null, properties: {} },
    ent_mara: { parent_id: "ent_inn", properties: { mood: "calm" } },
    ent_key: { parent_id: null, properties: {} },
    ent_quest: { parent_id: null, properties: { state: "open" } },
  },
  relationships: [
    { source_id: "ent_mara", target_id: "ent_key", type: "has", properties: { count: 2 } },
    { source_id: "ent_mara", target_id: "ent_town", type: "trusts", properties: { value: -3 } },
  ],
  facts: [{ subject_id: "ent_mara", predicate: "age", value: 41 }],
  knowledge: [{ entity_id: "ent_mara", fact_id: "fact_seal" }],
  time: 12,
};

const { knowledge: _, ...WORLD_WITHOUT_KNOWLEDGE } = WORLD;

/** Quests without words: one of three stages, of which the second has no objectives, and one that can be done again. */
const QUEST_WORLD: World = {
  ...WORLD,
  quests: {
    qst_ebb: {
      repeatable: false,
      stages: [
        {
          id: "stg_gather",
          objectives: [
            { id: "obj_rope", count: 2 },
            { id: "obj_lamp", count: 1 },
          ],
        },
        { id: "stg_wait", objectives: [] },
        { id: "stg_cross", objectives: [{ id: "obj_cross", count: 1 }] },
      ],
    },
    qst_toll: { repeatable: true, stages: [{ id: "stg_toll", objectives: [{ id: "obj_toll", count: 3 }] }] },
    qst_bare: { repeatable: false, stages: [] },
  },
};

/** A choice that is open where an expression holds, beside one that always is. */
const asked = (rule: string, title: string, expression: Expression, more: Partial<Told> = {}): VectorCase =>
  told({
    rule,
    title,
    nodes: [
      node("a", [way("if", "end", { conditions: holds(expression), when_unavailable: "disable" }), way("b", "end")]),
      end,
    ],
    steps: [begin],
    ...more,
  });

const done = (rule: string, title: string, variables: PlayVariable[], ...on_enter_effects: Effect[]): VectorCase =>
  told({ rule, title, variables, nodes: [node("a", [way("go", "end")], { on_enter_effects }), end], steps: [begin] });

/** Cases of effects on the world, done on the way to a card. */
const changing = (...cases: readonly (readonly [title: string, ...effects: Effect[]])[]): VectorCase[] =>
  cases.map(([title, ...on_enter_effects]) =>
    told({
      rule: "world effects",
      title,
      world: WORLD,
      nodes: [node("a", [way("go", "end")], { on_enter_effects }), end],
      steps: [begin],
    }),
  );

/** Cases of quests, moved on the way to a card that asks about them. */
const questing = (...cases: readonly (readonly [title: string, ...effects: Effect[]])[]): VectorCase[] =>
  cases.map(([title, ...on_enter_effects]) =>
    told({
      rule: "quests",
      title,
      world: QUEST_WORLD,
      nodes: [node("a", [way("go", "end")], { on_enter_effects }), end],
      steps: [begin],
    }),
  );
const becomes = (quest: string, state: Scalar) => on("quest.set_state", quest, null, lit(state));
const advance = (quest: string, objective: string, by: Scalar) => on("quest.advance", quest, objective, lit(by));
const stage = (quest: string, to: string) => on("quest.stage", quest, to);
const stateIs = (quest: string, state: Scalar) => eq(fn("quest_state", lit(quest)), lit(state));

const pool = (branches: Branch[]) => [
  mute("pool", "storylet_group", branches),
  node("s1", [way("b1", "pool")]),
  node("s2", [way("b2", "pool")]),
  end,
];

/** One case for each rule of the guide, and for each trap that peers fall into. */
export const CASES: readonly VectorCase[] = [
  told({
    rule: "start",
    title: "the start that is named",
    start: "b",
    nodes: [node("a", [way("x", "b")]), node("b", [way("y", "a")])],
    steps: [begin],
  }),
  told({
    rule: "start",
    title: "the first node where none is named",
    nodes: [node("a", [way("x", "a")])],
    steps: [begin],
  }),
  told({
    rule: "start",
    title: "a start that is gone is the first node",
    start: "gone",
    nodes: [node("a", [way("x", "a")])],
    steps: [begin],
  }),
  told({
    rule: "start",
    title: "the conditions of the first node are not asked",
    nodes: [node("a", [way("x", "end")], { conditions: holds(lit(false)) }), end],
    steps: [begin],
  }),
  told({ rule: "start", title: "a dialogue without nodes", nodes: [], steps: [begin] }),
  told({
    rule: "start",
    title: "at a node that is asked for, with values of the host's",
    variables: [COINS],
    nodes: [end, node("b", [way("y", "end", { conditions: rich })])],
    steps: [{ begin: { from: "b", values: { var_coins: 5 } } }],
  }),
  told({
    rule: "entering",
    title: "visits rise before the effects of the node see them",
    variables: [COINS],
    nodes: [node("a", [way("again", "a")], { on_enter_effects: [effect("set", "var_coins", fn("visits"))] })],
    steps: [begin, take("again")],
  }),
  told({
    rule: "entering",
    title: "branches see what the effects of the node did",
    variables: [COINS],
    nodes: [
      node("a", [way("pay", "end", { conditions: rich }), way("b", "end")], {
        on_enter_effects: [effect("add", "var_coins", lit(3))],
      }),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "entering",
    title: "effects of the branch come before those of the node it leads to",
    variables: [COINS],
    nodes: [
      node("a", [way("x", "b", { effects: [effect("add", "var_coins", lit(2))] })]),
      node("b", [way("y", "end")], { on_enter_effects: [effect("mul", "var_coins", lit(10))] }),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "visits",
    title: "a node is completed when it is left, and entered before",
    nodes: [
      node("a", [way("x", "b")]),
      node("b", [
        way("done", "end", { conditions: holds(eq(fn("visits", ref("a"), lit("completed")), lit(1))) }),
        way("here", "end", { conditions: holds(eq(fn("visits", ref("b"), lit("completed")), lit(0))) }),
      ]),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "visits",
    title: "of a branch they count how often it was taken",
    nodes: [
      node("a", [way("x", "a"), way("y", "end", { conditions: holds(eq(fn("visits", ref("x")), lit(2))) })]),
      end,
    ],
    steps: [begin, take("x"), take("x")],
  }),
  asked("visits", "visited() without a node speaks of the node itself", fn("visited")),
  asked("visits", "a node that was never come to", fn("visited", ref("end"))),
  told({
    rule: "turns",
    title: "turns count decisions, and turns_since those since a node was entered",
    nodes: [
      node("a", [way("x", "b")]),
      node("b", [
        way("y", "b"),
        way("one", "end", { conditions: holds(eq(fn("turns_since", ref("a")), lit(1))) }),
        way("two", "end", { conditions: holds(eq(fn("turns"), lit(2))) }),
      ]),
      end,
    ],
    steps: [begin, take("x"), take("y")],
  }),
  asked("turns", "turns_since what never was is -1", eq(fn("turns_since", ref("end")), lit(-1))),
  told({
    rule: "once",
    title: "a choice that is taken once is closed from then on",
    nodes: [node("a", [way("x", "a", { repeat: "once" }), way("y", "end")]), end],
    steps: [begin, take("x")],
  }),
  told({
    rule: "once",
    title: "spent and shown, where closed choices are",
    nodes: [node("a", [way("x", "a", { repeat: "once", when_unavailable: "disable" }), way("y", "end")]), end],
    steps: [begin, take("x")],
  }),
  told({
    rule: "once",
    title: "being seen does not spend it",
    nodes: [node("a", [way("x", "end", { repeat: "once" }), way("y", "a")]), end],
    steps: [begin, take("y")],
  }),
  told({
    rule: "once",
    title: "once a visit it is open again when the node is come to from elsewhere",
    nodes: [
      node("a", [way("x", "a", { repeat: "once", repeat_scope: "visit" }), way("out", "b")]),
      node("b", [way("back", "a")]),
    ],
    steps: [begin, take("x"), take("out"), take("back")],
  }),
  told({
    rule: "once",
    title: "once a player it is spent from the first playthrough on",
    nodes: [node("a", [way("x", "end", { repeat: "once", repeat_scope: "player" }), way("y", "end")]), end],
    steps: [{ begin: { taken_by_player: ["x"] } }],
  }),
  told({
    rule: "once",
    title: "two choices with the same words are two",
    nodes: [
      node("a", [
        way("x", "a", { repeat: "once", choice_text: "Ask" }),
        way("y", "a", { repeat: "once", choice_text: "Ask" }),
        way("z", "end"),
      ]),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "once",
    title: "a limited choice is closed once it was taken that often",
    nodes: [node("a", [way("x", "a", { repeat: "limited", repeat_limit: 2 }), way("y", "end")]), end],
    steps: [begin, take("x"), take("x")],
  }),
  told({
    rule: "once",
    title: "a limit that is not said is one",
    nodes: [node("a", [way("x", "a", { repeat: "limited" }), way("y", "end")]), end],
    steps: [begin, take("x")],
  }),
  told({
    rule: "once",
    title: "a limit for a visit counts anew when the node is come to from elsewhere",
    nodes: [
      node("a", [way("x", "a", { repeat: "limited", repeat_limit: 2, repeat_scope: "visit" }), way("out", "b")]),
      node("b", [way("back", "a")]),
    ],
    steps: [begin, take("x"), take("x"), take("out"), take("back"), take("x")],
  }),
  told({
    rule: "once",
    title: "a limit for a player counts what was taken in earlier playthroughs, each time it was",
    nodes: [
      node("a", [way("x", "a", { repeat: "limited", repeat_limit: 3, repeat_scope: "player" }), way("y", "end")]),
      end,
    ],
    steps: [{ begin: { taken_by_player: ["x", "y", "x"] } }, take("x")],
  }),
  asked("closed", "a condition that fails closes a choice that is shown", lit(false)),
  told({
    rule: "closed",
    title: "a closed choice is hidden unless it says otherwise",
    nodes: [node("a", [way("x", "end", { conditions: holds(lit(false)) }), way("y", "end")]), end],
    steps: [begin],
  }),
  told({
    rule: "closed",
    title: "several conditions must all hold",
    nodes: [
      node("a", [
        way("x", "end", { conditions: holds(lit(true), lit(false)) }),
        way("y", "end", { conditions: holds(lit(true), lit(true)) }),
      ]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "closed",
    title: "the conditions of the node a choice leads to guard it",
    nodes: [
      node("a", [way("x", "b"), way("y", "end")]),
      node("b", [way("z", "end")], { conditions: holds(lit(false)) }),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "closed",
    title: "no way is open",
    nodes: [node("a", [way("x", "end", { conditions: holds(lit(false)) })]), end],
    steps: [begin],
  }),
  told({
    rule: "unknown",
    title: "what cannot be decided is closed to players, and says so",
    nodes: [node("a", [way("x", "end", { conditions: opaque, when_unavailable: "disable" }), way("y", "end")]), end],
    steps: [begin],
  }),
  asked("unknown", "any of something true and something unknown holds", {
    op: "any",
    args: [{ op: "opaque", format: "x", source: "?" }, lit(true)],
  }),
  asked("unknown", "all of something false and something unknown fails", {
    op: "all",
    args: [{ op: "opaque", format: "x", source: "?" }, lit(false)],
  }),
  asked("unknown", "not something unknown is unknown", {
    op: "not",
    args: [{ op: "opaque", format: "x", source: "?" }],
  }),
  asked("unknown", "a variable that is not there", eq({ var: "var_gone" }, lit(1))),
  asked("unknown", "a number where a condition belongs does not hold", lit(1)),
  told({
    rule: "fallback",
    title: "taken by itself once no choice is open",
    nodes: [
      node("a", [way("x", "a", { repeat: "once" }), silent("f", "end", { kind: "fallback" })], { text: "" }),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "fallback",
    title: "after words it waits for the reader",
    nodes: [node("a", [silent("f", "end", { kind: "fallback" })]), end],
    steps: [begin],
  }),
  told({
    rule: "auto",
    title: "a choice that is open comes before what goes on by itself",
    nodes: [node("a", [silent("auto", "end", { kind: "auto" }), way("x", "end")]), end],
    steps: [begin],
  }),
  told({
    rule: "auto",
    title: "the first that is open, and else where none is",
    nodes: [
      mute("a", "condition", [
        silent("p", "end", { kind: "auto", conditions: rich }),
        silent("q", "b", { kind: "else" }),
      ]),
      node("b", [way("x", "end")]),
      end,
    ],
    variables: [COINS],
    steps: [begin],
  }),
  told({
    rule: "auto",
    title: "else comes after every other way, wherever it stands",
    nodes: [
      mute("a", "condition", [silent("q", "b", { kind: "else" }), silent("p", "end", { kind: "auto" })]),
      node("b", [way("x", "end")]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "auto",
    title: "a single choice without words is the way on",
    nodes: [node("a", [silent("x", "end")]), end],
    steps: [begin, take("x")],
  }),
  told({
    rule: "auto",
    title: "nodes without words in a ring",
    nodes: [mute("a", "line", [silent("x", "b")]), mute("b", "line", [silent("y", "a")])],
    steps: [begin],
  }),
  told({
    rule: "event",
    title: "the host says what happened",
    nodes: [
      mute("w", "wait_event", [way("rings", "end", { kind: "event" }), way("rain", "b", { kind: "event" })]),
      node("b", [way("x", "w")]),
      end,
    ],
    steps: [begin, { answer: { event: "snow" } }, { answer: { event: "rain" } }],
  }),
  told({
    rule: "event",
    title: "events beside choices",
    nodes: [node("a", [way("x", "end"), way("rain", "b", { kind: "event" })]), node("b", [way("y", "end")]), end],
    steps: [begin, { answer: { event: "rain" } }],
  }),
  told({
    rule: "event",
    title: "an event whose conditions fail is not waited for",
    nodes: [
      mute("w", "wait_event", [
        way("rain", "end", { kind: "event", conditions: holds(lit(false)) }),
        way("bell", "end", { kind: "event" }),
      ]),
      end,
    ],
    steps: [begin, { answer: { event: "rain" } }],
  }),
  told({
    rule: "command",
    title: "the host is told, and play goes on when it answers",
    nodes: [
      node("a", [way("x", "c")]),
      mute("c", "command", [silent("on", "end", { kind: "auto" })], { text: "shake the screen" }),
      end,
    ],
    steps: [begin, take("x"), { answer: {} }],
  }),
  told({
    rule: "command",
    title: "its answer may set values, and those that do not fit are left out",
    variables: [COINS],
    nodes: [mute("c", "command", [way("p", "end", { conditions: rich }), way("q", "end")], { text: "fight" }), end],
    steps: [begin, { answer: { values: { var_coins: 4, var_gone: 1 } } }],
  }),
  told({
    rule: "command",
    title: "nobody waits for an answer at a choice",
    nodes: [node("a", [way("x", "end"), way("y", "end")]), end],
    steps: [begin, { answer: {} }],
  }),
  told({
    rule: "talk",
    title: "written answers are choices, whatever was said",
    nodes: [talkCard([fact("x", "fact_seal"), way("y", "end")]), end],
    steps: [begin, take("x")],
  }),
  told({
    rule: "talk",
    title: "a fact opens the branches that name it, and the playthrough stays",
    nodes: [talkCard([fact("x", "fact_seal"), fact("y", "fact_tide"), way("z", "end")]), end],
    steps: [begin, { talk: { facts: ["fact_tide", "fact_other"] } }, { talk: { facts: ["fact_seal"] } }, take("y")],
  }),
  told({
    rule: "talk",
    title: "a branch opens once all that it names came up, however many talks that takes",
    nodes: [talkCard([way("x", "end", { opened_by: BOTH }), way("y", "end")]), end],
    steps: [begin, { talk: { facts: ["fact_seal"] } }, { talk: {} }, { talk: { actions: ["give_key"] } }, take("x")],
  }),
  told({
    rule: "talk",
    title: "a branch that is closed is not opened by it",
    nodes: [talkCard([{ ...fact("x", "fact_seal"), conditions: holds(lit(false)) }, way("y", "end")]), end],
    steps: [begin, { talk: { facts: ["fact_seal"] } }],
  }),
  told({
    rule: "talk",
    title: "a single branch without words waits for the player",
    nodes: [talkCard([{ ...fact("x", "fact_seal"), choice_text: "" }]), end],
    steps: [begin, { talk: { facts: ["fact_seal"] } }, take("x")],
  }),
  told({
    rule: "talk",
    title: "what came up is forgotten once a branch is taken",
    nodes: [talkCard([fact("x", "fact_seal", "talk"), fact("y", "fact_tide")]), end],
    steps: [begin, { talk: { facts: ["fact_seal", "fact_tide"] } }, take("x"), { talk: { facts: ["fact_tide"] } }],
  }),
  told({
    rule: "talk",
    title: "nobody can be talked to at a choice, nor where every branch is closed",
    nodes: [
      node("a", [fact("x", "fact_seal", "talk"), way("y", "end")]),
      talkCard([{ ...fact("z", "fact_seal"), conditions: holds(lit(false)) }]),
      end,
    ],
    steps: [begin, { talk: { facts: ["fact_seal"] } }, take("x"), { talk: { facts: ["fact_seal"] } }],
  }),
  told({
    rule: "talk",
    title: "goes along its fallback where nothing can be answered",
    nodes: [
      talkCard([
        { ...fact("x", "fact_seal"), conditions: holds(lit(false)) },
        silent("f", "end", { kind: "fallback" }),
      ]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "hub",
    title: "choices come back to it",
    nodes: [
      mute("hub", "hub", [way("x", "a", { repeat: "once" }), way("leave", "end")]),
      node("a", [silent("back", "hub")]),
      end,
    ],
    steps: [begin, take("x"), take("back")],
  }),
  told({
    rule: "jump",
    title: "goes along its first open branch without asking",
    nodes: [
      mute("j", "jump", [way("x", "b", { conditions: holds(lit(false)) }), way("y", "end")]),
      node("b", [way("z", "end")]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "jump",
    title: "that is closed blocks",
    nodes: [mute("j", "jump", [way("x", "end", { conditions: holds(lit(false)) })]), end],
    steps: [begin],
  }),
  told({
    rule: "detour",
    title: "comes back, and goes on behind",
    nodes: [
      mute("d", "detour", [silent("out", "aside"), silent("behind", "b", { kind: "else" })]),
      node("aside", [silent("r", "ret")]),
      mute("ret", "return", []),
      node("b", [way("x", "end")]),
      end,
    ],
    steps: [begin, take("r")],
  }),
  told({
    rule: "detour",
    title: "within a detour",
    nodes: [
      mute("d", "detour", [silent("out", "e"), silent("behind", "b", { kind: "else" })]),
      mute("e", "detour", [silent("out2", "aside"), silent("behind2", "ret", { kind: "else" })]),
      node("aside", [silent("r", "ret")]),
      mute("ret", "return", []),
      node("b", [way("x", "end")]),
      end,
    ],
    steps: [begin, take("r")],
  }),
  told({
    rule: "detour",
    title: "a return outside of a detour is an ending",
    nodes: [node("a", [way("x", "ret")]), mute("ret", "return", [])],
    steps: [begin, take("x")],
  }),
  told({
    rule: "detour",
    title: "nothing behind it goes on behind the one around it",
    nodes: [
      mute("d", "detour", [silent("out", "e"), silent("behind", "b", { kind: "else" })]),
      mute("e", "detour", [silent("out2", "ret")]),
      mute("ret", "return", []),
      node("b", [way("x", "end")]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "detour",
    title: "an end ends the dialogue, and no detour is come back from",
    nodes: [
      mute("d", "detour", [silent("out", "end"), silent("behind", "b", { kind: "else" })]),
      node("b", [way("x", "end")]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "detour",
    title: "it is completed when play goes on behind it",
    nodes: [
      mute("d", "detour", [silent("out", "ret"), silent("behind", "b", { kind: "else" })]),
      mute("ret", "return", []),
      node("b", [
        way("x", "end", { conditions: holds(eq(fn("visits", ref("d"), lit("completed")), lit(1))) }),
        way("y", "end"),
      ]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "detour",
    title: "a branch that ends detours completes them, and nothing is come back to",
    nodes: [
      mute("d", "detour", [silent("out", "e"), silent("behind", "b", { kind: "else" })]),
      mute("e", "detour", [silent("out2", "aside"), silent("behind2", "b", { kind: "else" })]),
      node("aside", [way("leave", "c", { unwind: true }), silent("r", "ret")]),
      node("c", [way("x", "ret")]),
      mute("ret", "return", []),
      node("b", [way("y", "end")]),
      end,
    ],
    steps: [begin, take("leave"), take("x")],
  }),
  told({
    rule: "detour",
    title: "a detour that ends those around it is come back from itself",
    nodes: [
      mute("d", "detour", [silent("out", "e"), silent("behind", "b", { kind: "else" })]),
      mute("e", "detour", [silent("out2", "aside", { unwind: true }), silent("behind2", "c", { kind: "else" })]),
      node("aside", [way("r", "ret")]),
      mute("ret", "return", []),
      node("b", [way("y", "end")]),
      node("c", [way("x", "ret")]),
      end,
    ],
    steps: [begin, take("r"), take("x")],
  }),
  told({
    rule: "scopes",
    title: "a temporary value lasts until the effects of the next decision",
    variables: [{ ...COINS, scope: "temporary" }, variable("var_seen", "integer", 0)],
    nodes: [
      node("a", [way("x", "b", { effects: [effect("set", "var_seen", { var: "var_coins" })] })], {
        on_enter_effects: [effect("set", "var_coins", lit(5))],
      }),
      node("b", [way("y", "end", { conditions: rich }), way("z", "end")]),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "scopes",
    title: "a command is no decision: temporary values last beyond its answer",
    variables: [{ ...COINS, scope: "temporary" }],
    nodes: [
      node("c", [silent("on", "b")], { kind: "command", on_enter_effects: [effect("set", "var_coins", lit(5))] }),
      node("b", [way("y", "end", { conditions: rich }), way("z", "end")]),
      end,
    ],
    steps: [begin, { answer: {} }],
  }),
  told({
    rule: "scopes",
    title: "a value of a dialogue begins anew where another dialogue is entered",
    variables: [{ ...COINS, scope: "dialogue" }],
    nodes: [
      node("a", [way("x", null, { target_graph_id: "dlg_2", effects: [effect("set", "var_coins", lit(5))] })]),
      end,
    ],
    others: [
      { id: "dlg_2", start: null, nodes: [node("p", [way("y", "p", { conditions: rich }), way("z", "q")]), node("q")] },
    ],
    steps: [begin, take("x"), take("z")],
  }),
  told({
    rule: "scopes",
    title: "a dialogue that is come back to has the values it had",
    variables: [{ ...COINS, scope: "dialogue" }],
    nodes: [
      node("a", [way("x", "s", { effects: [effect("set", "var_coins", lit(5))] })]),
      mute("s", "subgraph", [silent("in", "p", { target_graph_id: "dlg_2" }), silent("behind", "b", { kind: "else" })]),
      node("b", [way("y", "end", { conditions: rich }), way("z", "end")]),
      end,
    ],
    others: [
      {
        id: "dlg_2",
        start: null,
        nodes: [node("p", [way("q", "e")], { on_enter_effects: [effect("add", "var_coins", lit(1))] }), node("e")],
      },
    ],
    steps: [begin, take("x"), take("q")],
  }),
  told({
    rule: "scopes",
    title: "a detour within its dialogue keeps the values of the dialogue",
    variables: [{ ...COINS, scope: "dialogue" }],
    nodes: [
      mute("d", "detour", [silent("out", "aside"), silent("behind", "b", { kind: "else" })]),
      node("aside", [way("r", "ret", { effects: [effect("add", "var_coins", lit(5))] })]),
      mute("ret", "return", []),
      node("b", [way("y", "end", { conditions: rich }), way("z", "end")]),
      end,
    ],
    steps: [begin, take("r")],
  }),
  ...(["set", "add", "sub"] as const).map((op) =>
    told({
      rule: "bounds",
      title: `${op} beyond a bound comes to the bound`,
      variables: [{ ...COINS, default: 3, min: 1, max: 5 }],
      nodes: [node("a", [way("x", "end", { effects: [effect(op, "var_coins", lit(9))] })]), end],
      steps: [begin, take("x")],
    }),
  ),
  told({
    rule: "bounds",
    title: "what the host answers comes within the bounds",
    variables: [{ ...COINS, max: 5 }],
    nodes: [node("c", [silent("on", "end")], { kind: "command" }), end],
    steps: [begin, { answer: { values: { var_coins: 7 } } }],
  }),
  told({
    rule: "bounds",
    title: "an effect at the bound changes nothing",
    variables: [{ ...COINS, default: 5, max: 5 }],
    nodes: [node("a", [way("x", "end", { effects: [effect("add", "var_coins", lit(1))] })]), end],
    steps: [begin, take("x")],
  }),
  ...(
    [
      ["push puts a value in, in the order in which they are declared", "push", lit("rope"), ["lamp"]],
      ["push of what is in it changes nothing", "push", lit("lamp"), ["lamp"]],
      ["push of what cannot be in it changes nothing, and says so", "push", lit("boat"), ["lamp"]],
      ["push of a number changes nothing, and says so", "push", lit(3), ["lamp"]],
      ["remove takes a value out", "remove", lit("lamp"), ["rope", "lamp"]],
      ["remove of what is not in it changes nothing", "remove", lit("rope"), ["lamp"]],
      ["clear empties it", "clear", null, ["rope", "lamp"]],
      ["reset gives it its default", "reset", null, []],
    ] as const
  ).map(([title, op, value, first]) =>
    told({
      rule: "sets",
      title,
      variables: [variable("var_bag", "set", ["key"], ["rope", "key", "lamp"])],
      nodes: [node("a", [way("x", "end", { effects: [effect(op, "var_bag", value)] })]), end],
      steps: [{ begin: { values: { var_bag: [...first] } } }, take("x")],
    }),
  ),
  told({
    rule: "sets",
    title: "has asks for a value, or for all of another set; sets are equal whatever their order",
    variables: [
      variable("var_bag", "set", ["rope", "lamp"], ["rope", "key", "lamp"]),
      variable("var_light", "set", ["lamp"], ["lamp", "fire"]),
    ],
    nodes: [
      node("a", [
        way("lamp", "end", { conditions: holds(compare("has", { var: "var_bag" }, lit("lamp"))) }),
        way("key", "end", { conditions: holds(compare("has", { var: "var_bag" }, lit("key"))) }),
        way("in", "end", { conditions: holds(compare("in", lit("rope"), { var: "var_bag" })) }),
        way("all", "end", { conditions: holds(compare("has", { var: "var_bag" }, { var: "var_light" })) }),
        way("same", "end", { conditions: holds(compare("eq", { var: "var_bag" }, { var: "var_bag" })) }),
        way("other", "end", { conditions: holds(compare("eq", { var: "var_bag" }, { var: "var_light" })) }),
        way("less", "end", { conditions: holds(compare("lt", { var: "var_light" }, { var: "var_bag" })) }),
        way("text", "end", { conditions: holds(compare("eq", { var: "var_light" }, lit("lamp"))) }),
      ]),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "sets",
    title: "set writes the values of another set that can be in it",
    variables: [
      variable("var_bag", "set", [], ["rope", "lamp"]),
      variable("var_light", "set", ["lamp"], ["lamp", "rope"]),
    ],
    nodes: [node("a", [way("x", "end", { effects: [effect("set", "var_bag", { var: "var_light" })] })]), end],
    steps: [begin, take("x")],
  }),
  told({
    rule: "subgraph",
    title: "plays another dialogue and goes on behind",
    nodes: [
      mute("s", "subgraph", [
        silent("in", null, { target_graph_id: "dlg_2" }),
        silent("behind", "b", { kind: "else" }),
      ]),
      node("b", [way("x", "end")]),
      end,
    ],
    others: [{ id: "dlg_2", start: null, nodes: [node("p", [way("y", "q")]), node("q")] }],
    steps: [begin, take("y")],
  }),
  told({
    rule: "subgraph",
    title: "visits and values go along",
    variables: [COINS],
    nodes: [
      mute("s", "subgraph", [silent("in", "p", { target_graph_id: "dlg_2" }), silent("behind", "b", { kind: "else" })]),
      node("b", [
        way("x", "end", { conditions: rich }),
        way("z", "end", { conditions: holds(fn("visited", ref("p"))) }),
      ]),
      end,
    ],
    others: [
      { id: "dlg_2", start: null, nodes: [node("p", [], { on_enter_effects: [effect("add", "var_coins", lit(3))] })] },
    ],
    steps: [begin],
  }),
  told({
    rule: "leaving",
    title: "into a dialogue that its host has to open",
    nodes: [node("a", [way("x", "p", { target_graph_id: "dlg_9" })])],
    steps: [begin, take("x")],
  }),
  told({
    rule: "leaving",
    title: "an end that leaves for another dialogue",
    nodes: [node("a", [way("x", "e")]), node("e", [], { exit_to: { graph_id: "dlg_2", node_id: null } })],
    others: [{ id: "dlg_2", start: "q", nodes: [node("p"), node("q", [way("y", "p")])] }],
    steps: [begin, take("x"), take("y")],
  }),
  told({
    rule: "leaving",
    title: "an end that leaves for a dialogue that is not here",
    nodes: [node("e", [], { exit_to: { graph_id: "dlg_9", node_id: "n" } })],
    steps: [begin],
  }),
  told({
    rule: "leaving",
    title: "a branch to nowhere",
    nodes: [node("a", [way("x", null)])],
    steps: [begin, take("x")],
  }),
  told({
    rule: "leaving",
    title: "a node without a way on that is no end",
    nodes: [node("a", [], { kind: "line" })],
    steps: [begin],
  }),
  told({
    rule: "random",
    title: "draws by weight from seed and counter",
    nodes: [
      mute("r", "random", [silent("x", "a", { weight: 1 }), silent("y", "b", { weight: 9 })]),
      node("a", [way("p", "r")]),
      node("b", [way("q", "r")]),
    ],
    steps: [{ begin: { seed: 7 } }],
  }),
  told({
    rule: "random",
    title: "closed branches are not drawn",
    nodes: [
      mute("r", "random", [silent("x", "a", { conditions: holds(lit(false)) }), silent("y", "b")]),
      node("a", [way("p", "r")]),
      node("b", [way("q", "r")]),
    ],
    steps: [begin, take("q")],
  }),
  told({
    rule: "random",
    title: "without any weight it is the first",
    nodes: [
      mute("r", "random", [silent("x", "a", { weight: 0 }), silent("y", "b", { weight: 0 })]),
      node("a", [way("p", "r")]),
      node("b", [way("q", "r")]),
    ],
    steps: [begin],
  }),
  done(
    "random",
    "random and roll move the counter",
    [COINS],
    effect("set", "var_coins", fn("random", lit(1), lit(6))),
    effect("add", "var_coins", fn("roll", lit(6), lit(3))),
  ),
  asked(
    "random",
    "a draw in a condition is drawn once, however often it is looked at",
    gte(fn("random", lit(1), lit(6)), lit(1)),
  ),
  asked("random", "parts of a condition draw once each, also where one of them fails", {
    op: "all",
    args: [gte(fn("random", lit(1), lit(6)), lit(9)), gte(fn("random", lit(1), lit(6)), lit(1))],
  }),
  told({
    rule: "random",
    title: "a list of conditions is read no further than to the first that does not hold",
    variables: [COINS],
    nodes: [
      node("a", [
        way("x", "b", { conditions: holds(lit(false), gte(fn("random", lit(1), lit(6)), lit(1))) }),
        way("y", "b", { effects: [effect("set", "var_coins", lit(1), [lit(false), gte(fn("roll", lit(6)), lit(1))])] }),
      ]),
      end,
      node("b", [way("z", "end")]),
    ],
    steps: [begin, take("y")],
  }),
  done(
    "random",
    "from high to low is from low to high",
    [COINS],
    effect("set", "var_coins", fn("random", lit(6), lit(1))),
  ),
  told({
    rule: "storylets",
    title: "the branch with most conditions comes first",
    variables: [COINS],
    nodes: pool([silent("x", "s1"), silent("y", "s2", { conditions: holds(lit(true)) })]),
    steps: [begin],
  }),
  told({
    rule: "storylets",
    title: "then the one that was taken least",
    nodes: pool([silent("x", "s1"), silent("y", "s2")]),
    steps: [begin, take("b1"), take("b2")],
  }),
  told({
    rule: "storylets",
    title: "has_any_content looks into the pool",
    nodes: [
      node("a", [way("x", "pool", { conditions: holds(fn("has_any_content", ref("pool"))) }), way("y", "end")]),
      ...pool([silent("p", "s1", { repeat: "once" })]),
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "storylets",
    title: "an empty pool blocks",
    nodes: pool([silent("x", "s1", { repeat: "once" })]),
    steps: [begin, take("b1")],
  }),
  told({
    rule: "instruction",
    title: "does what it says and goes on",
    variables: [COINS],
    nodes: [
      mute("i", "instruction", [silent("on", "end")], { on_enter_effects: [effect("add", "var_coins", lit(1))] }),
      end,
    ],
    steps: [begin],
  }),
  done(
    "effects",
    "in order, each seeing what those before it did",
    [COINS],
    effect("set", "var_coins", lit(2)),
    effect("mul", "var_coins", coins),
  ),
  done("effects", "a guard that fails leaves the value", [COINS], effect("set", "var_coins", lit(2), [lit(false)])),
  done("effects", "a guard that is unknown counts as not met", [COINS], effect("set", "var_coins", lit(2), opaque)),
  done(
    "effects",
    "an integer keeps the whole part, towards zero",
    [COINS],
    effect("set", "var_coins", lit(-7)),
    effect("div", "var_coins", lit(2)),
  ),
  done(
    "effects",
    "division by zero changes nothing, and says so",
    [COINS],
    effect("set", "var_coins", lit(4)),
    effect("div", "var_coins", lit(0)),
  ),
  done(
    "effects",
    "the rest has the sign of what is divided",
    [COINS],
    effect("set", "var_coins", lit(-7)),
    effect("mod", "var_coins", lit(3)),
  ),
  done(
    "effects",
    "beyond whole numbers that are exact changes nothing",
    [COINS],
    effect("set", "var_coins", lit(9_007_199_254_740_991)),
    effect("add", "var_coins", lit(1)),
  ),
  done("effects", "a text where a number belongs changes nothing", [COINS], effect("set", "var_coins", lit("three"))),
  done("effects", "a number keeps its fraction", [variable("var_n", "number", 1)], effect("div", "var_n", lit(4))),
  done(
    "effects",
    "of a list of values only those",
    [variable("var_mood", "enum", "calm", ["calm", "angry"])],
    effect("set", "var_mood", lit("angry")),
    effect("set", "var_mood", lit("purple")),
  ),
  done("effects", "toggle turns yes into no", [variable("var_met", "boolean", true)], effect("toggle", "var_met")),
  done("effects", "toggle of what is no yes or no", [COINS], effect("toggle", "var_coins")),
  done(
    "effects",
    "reset and clear go back to the default",
    [variable("var_n", "integer", 5)],
    effect("set", "var_n", lit(9)),
    effect("reset", "var_n"),
  ),
  done("effects", "of a variable that is gone", [], effect("set", "var_gone", lit(1))),
  done("effects", "of another format", [COINS], effect("opaque", null, lit("<<set $x to 1>>"))),
  done(
    "effects",
    "a command and an event are told to the host",
    [COINS],
    effect("command", null, lit("shake")),
    effect("emit", null, lit("rang")),
  ),
  done("effects", "setting what is so already is no change", [COINS], effect("set", "var_coins", lit(0))),
  told({
    rule: "effects",
    title: "reset_visits forgets visits and what was taken",
    nodes: [
      node("a", [way("x", "b", { repeat: "once" })]),
      node("b", [way("y", "a")], { on_enter_effects: [effect("reset_visits", null)] }),
    ],
    steps: [begin, take("x"), take("y")],
  }),
  asked("comparing", "a text and a number are never equal", eq(lit("1"), lit(1))),
  asked("comparing", "texts are ordered by code points", { op: "lt", args: [lit("Z"), lit("a")] }),
  asked("comparing", "a text and a number have no order", { op: "lt", args: [lit("1"), lit(2)] }),
  asked("comparing", "a text has a part", { op: "has", args: [lit("harbour"), lit("bou")] }),
  asked("comparing", "a part is in a text", { op: "in", args: [lit("bou"), lit("harbour")] }),
  asked("comparing", "nothing is equal to nothing", eq(lit(null), lit(null))),
  asked(
    "arithmetic",
    "a division by zero is not known",
    gte({ op: "arith", fn: "div", args: [lit(1), lit(0)] }, lit(0)),
  ),
  asked("arithmetic", "a sum", eq({ op: "arith", fn: "add", args: [lit(2), lit(3)] }, lit(5))),
  asked("arithmetic", "a text and a number are joined", eq(sum(lit("room "), lit(4)), lit("room 4"))),
  asked("arithmetic", "a number and a text are joined", eq(sum(sum(lit(1), lit(2)), lit("nd")), lit("3nd"))),
  asked("arithmetic", "nothing adds no words", eq(sum(lit("a"), lit(null)), lit("a"))),
  asked("arithmetic", "a text with true or false", eq(sum(lit("is "), lit(true)), lit("is true"))),
  asked("arithmetic", "a text and nothing known", eq(sum(lit("a"), { var: "var_gone" }), lit("a"))),
  asked("arithmetic", "true and a number have no sum", eq(sum(lit(true), lit(1)), lit(2))),
  asked("arithmetic", "a text is not divided", eq({ op: "arith", fn: "div", args: [lit("4"), lit(2)] }, lit(2))),
  asked("arithmetic", "a text grows no longer than 10,000 characters", eq(sum(lit(LONG), lit("ab")), lit(LONG))),
  asked("arithmetic", "a text of 10,000 characters", eq(sum(lit(LONG), lit("a")), lit(`${LONG}a`))),
  told({
    rule: "effects",
    title: "an effect can ask whether a pool has something",
    nodes: [
      node("a", [way("x", "end")], {
        on_enter_effects: [
          effect("set", "var_coins", lit(1), [fn("has_any_content", ref("full"))]),
          effect("add", "var_coins", lit(2), [fn("has_any_content", ref("empty"))]),
        ],
      }),
      node("full", [way("y", "end")], { kind: "storylet_group" }),
      node("empty", [way("z", "end", { conditions: holds(lit(false)) })], { kind: "storylet_group" }),
      end,
    ],
    variables: [COINS],
    steps: [begin],
  }),
  told({
    rule: "texts",
    title: "a text has the value that its node gave, and a choice the value of its page",
    nodes: [
      node("a", [way("x", "b", { choice_text: "Pay {coins}", effects: [effect("sub", "var_coins", lit(1))] })], {
        text: "You have {coins} coins.",
        on_enter_effects: [effect("set", "var_coins", lit(3))],
      }),
      node("b", [way("y", "end")], { text: "{coins} are left, {silver} too. { coins }!" }),
      end,
    ],
    variables: [COINS],
    steps: [begin, take("x")],
  }),
  told({
    rule: "texts",
    title: "true and false, several values, and none",
    nodes: [node("a", [way("x", "end")], { text: "{met}, {bag}, {nothing}, {name}" }), end],
    variables: [
      variable("var_met", "boolean", true),
      variable("var_bag", "set", ["rope", "lamp"], ["rope", "lamp", "key"]),
      variable("var_nothing", "string", ""),
      variable("var_name", "string", "Mara {coins}"),
      COINS,
    ],
    steps: [begin],
  }),
  told({
    rule: "texts",
    title: "marks move with the words, and a value has those of its name",
    nodes: [
      node(
        "a",
        [way("x", "end", { choice_text: "Pay {coins}, all", text_marks: [{ kind: "strike", start: 0, end: 11 }] })],
        {
          text: "🜁 {name} has {coins} coins{nothing}.",
          text_marks: [
            { kind: "emphasis", start: 0, end: 8 },
            { kind: "strong", start: 4, end: 20 },
            { kind: "strike", start: 26, end: 35 },
          ],
        },
      ),
      end,
    ],
    variables: [COINS, variable("var_name", "string", "Mara"), variable("var_nothing", "string", "")],
    steps: [begin],
  }),
  told({
    rule: "texts",
    title: "a brace under a literal mark is read as it is",
    nodes: [
      node("a", [way("x", "end", { choice_text: "{coins}", text_marks: [{ kind: "literal", start: 0, end: 7 }] })], {
        text: "{coins}, {coins}, {coins} and {coins}",
        text_marks: [
          { kind: "literal", start: 0, end: 1 },
          { kind: "literal", start: 15, end: 16 },
          { kind: "literal", start: 19, end: 24 },
          { kind: "emphasis", start: 30, end: 37 },
        ],
      }),
      end,
    ],
    variables: [COINS],
    steps: [begin],
  }),
  asked("choice_count", "counts the choices before it that are open", eq(fn("choice_count"), lit(0))),
  told({
    rule: "offered",
    title: "a choice that was shown is offered, whether it was taken or not",
    nodes: [
      node("a", [way("x", "b"), way("y", "end")]),
      node("b", [way("z", "end", { conditions: holds(fn("offered", ref("y"))) }), way("w", "end")]),
      end,
    ],
    steps: [begin, take("x")],
  }),
  asked("world", "a property of an entity", eq({ entity: "ent_inn", path: "stats.rooms" }, lit(4)), { world: WORLD }),
  asked("world", "a property that it does not have is nothing", eq({ entity: "ent_inn", path: "sea" }, lit(null)), {
    world: WORLD,
  }),
  asked("world", "an entity that nobody tells of is not known", eq({ entity: "ent_gone", path: "open" }, lit(true)), {
    world: WORLD,
  }),
  asked(
    "world",
    "somebody is where the place is that they are in",
    fn("at_location", lit("ent_mara"), lit("ent_town")),
    { world: WORLD },
  ),
  asked("world", "somebody is not in what they are not in", fn("at_location", lit("ent_town"), lit("ent_mara")), {
    world: WORLD,
  }),
  asked("world", "two of an item", fn("has_item", lit("ent_mara"), lit("ent_key"), lit(2)), { world: WORLD }),
  asked("world", "three of an item", fn("has_item", lit("ent_mara"), lit("ent_key"), lit(3)), { world: WORLD }),
  asked(
    "world",
    "the value of a relationship",
    { op: "lt", args: [fn("relationship", lit("ent_mara"), lit("ent_town")), lit(0)] },
    { world: WORLD },
  ),
  asked("world", "no relationship is 0", eq(fn("relationship", lit("ent_town"), lit("ent_mara")), lit(0)), {
    world: WORLD,
  }),
  asked("world", "what a fact says", eq(fn("fact", lit("ent_mara"), lit("age")), lit(41)), { world: WORLD }),
  asked("world", "what no fact says is not known", eq(fn("fact", lit("ent_mara"), lit("height")), lit(1)), {
    world: WORLD,
  }),
  asked("world", "the state of a quest", eq(fn("quest_state", lit("ent_quest")), lit("open")), { world: WORLD }),
  asked("world", "somebody knows a fact", fn("knows", lit("ent_mara"), lit("fact_seal")), { world: WORLD }),
  asked("world", "somebody does not know a fact", fn("knows", lit("ent_town"), lit("fact_seal")), { world: WORLD }),
  asked(
    "world",
    "what somebody knows that nobody tells of is not known",
    fn("knows", lit("ent_odo"), lit("fact_seal")),
    {
      world: WORLD,
    },
  ),
  asked("world", "without a list of knowledge nobody knows anything", fn("knows", lit("ent_mara"), lit("fact_seal")), {
    world: WORLD_WITHOUT_KNOWLEDGE,
  }),
  asked("world", "the time", gte(fn("world_time"), lit(12)), { world: WORLD }),
  asked("world", "without a world nothing of it is known", fn("at_location", lit("ent_mara"), lit("ent_town"))),
  told({
    rule: "resuming",
    title: "a saved game stands where it stood, dice included",
    nodes: [
      node("a", [
        way("x", "a", { conditions: holds(gte(fn("random", lit(1), lit(6)), lit(3))), when_unavailable: "disable" }),
        way("y", "a"),
      ]),
    ],
    steps: [{ begin: { seed: 3 } }, take("y"), take("y"), take("y")],
  }),
  ...changing(
    ["a property of an entity", on("property.set", "ent_mara", "mood", lit("angry"))],
    [
      "a number is added to a number",
      on("property.add", "ent_inn", "stats.rooms", lit(2)),
      on("property.add", "ent_inn", "stats.rooms", lit(-1)),
    ],
    ["nothing is added to a text", on("property.add", "ent_mara", "mood", lit(1))],
    ["nothing is added to a property that is not there", on("property.add", "ent_mara", "coins", lit(1))],
    ["a property that is not there yet is made", on("property.set", "ent_mara", "body.health", lit(3))],
    ["a property that holds others is not overwritten", on("property.set", "ent_inn", "stats", lit(1))],
    ["below a value nothing is written", on("property.set", "ent_mara", "mood.level", lit(1))],
    [
      "below what was written a property that is nothing makes way",
      on("property.set", "ent_mara", "mood", lit(null)),
      on("property.set", "ent_mara", "mood.level", lit(1)),
      on("property.set", "ent_mara", "mood", lit("calm")),
    ],
    ["a place", on("location.move", "ent_mara", "ent_town")],
    ["nothing is moved into itself", on("location.move", "ent_inn", "ent_inn")],
    ["nothing is moved into what lies in it", on("location.move", "ent_town", "ent_mara")],
    ["items are given", on("inventory.give", "ent_mara", "ent_key", lit(3))],
    ["an item that somebody never had", on("inventory.give", "ent_town", "ent_key", lit(1))],
    [
      "more items than there are takes all of them, and then none",
      on("inventory.take", "ent_mara", "ent_key", lit(5)),
      on("inventory.take", "ent_mara", "ent_key", lit(1)),
    ],
    [
      "items are counted in whole numbers from 0 up",
      on("inventory.give", "ent_mara", "ent_key", lit(0.5)),
      on("inventory.give", "ent_mara", "ent_key", lit(-1)),
      on("inventory.take", "ent_mara", "ent_key", lit("two")),
    ],
    ["a relationship", on("relationship.set", "ent_mara", "ent_town", lit(5))],
    ["a relationship goes up and down", on("relationship.adjust", "ent_mara", "ent_town", lit(-2))],
    ["a relationship begins at 0", on("relationship.adjust", "ent_town", "ent_mara", lit(1))],
    [
      "a relationship is a number",
      on("relationship.set", "ent_mara", "ent_town", lit("friend")),
      on("relationship.adjust", "ent_mara", "ent_town", lit("friend")),
    ],
    ["a fact", on("fact.set", "ent_mara", "age", lit(42))],
    ["a fact that was not known", on("fact.set", "ent_mara", "height", lit("tall"))],
    ["a fact is something", on("fact.set", "ent_mara", "age", lit(null))],
    ["somebody is told a fact", on("fact.tell", "ent_town", "fact_seal")],
    ["somebody sees a fact for themselves", on("fact.tell", "ent_town", "fact_seal", lit("saw"))],
    ["who knows a fact does not come to know it again", on("fact.tell", "ent_mara", "fact_seal", lit("saw"))],
    [
      "who was told a fact does not come to know it again",
      on("fact.tell", "ent_town", "fact_well"),
      on("fact.tell", "ent_town", "fact_well", lit("saw")),
    ],
    ["the way of coming to know is a text", on("fact.tell", "ent_town", "fact_seal", lit(1))],
    ["where nobody speaks nobody is present", on("fact.tell", null, "fact_seal")],
    ["the state of a quest", on("quest.set_state", "ent_quest", null, lit("done"))],
    ["the state of a quest is a text", on("quest.set_state", "ent_quest", null, lit(2))],
    ["time goes on", on("time.advance", null, null, lit(3)), on("time.advance", null, null, lit(0.5))],
    ["time does not go back", on("time.advance", null, null, lit(-1))],
    ["an entity that nobody tells of", on("property.set", "ent_gone", "mood", lit("calm"))],
    ["a key that nobody tells of", on("inventory.give", "ent_mara", "ent_gone", lit(1))],
    ["a value that is not known", on("property.set", "ent_mara", "mood", { op: "opaque", format: "x", source: "?" })],
    ["setting what is so already is no change", on("property.set", "ent_mara", "mood", lit("calm"))],
  ),
  told({
    rule: "world effects",
    title: "without a world there is nobody to change",
    nodes: [
      node("a", [way("go", "end")], { on_enter_effects: [on("property.set", "ent_mara", "mood", lit("calm"))] }),
      end,
    ],
    steps: [begin],
  }),
  told({
    rule: "world effects",
    title: "a fact that is told to nobody by name is told to all who speak in the dialogue",
    nodes: [
      node("a", [way("go", "b")], { speaker_id: "ent_mara", on_enter_effects: [on("fact.tell", null, "fact_well")] }),
      node("b", [way("back", "a")], { speaker_id: "ent_town" }),
      node("c", [way("never", "a")], { speaker_id: "ent_odo" }),
    ],
    world: WORLD,
    steps: [begin],
  }),
  told({
    rule: "world effects",
    title: "what is learnt in one dialogue is known in a later one, and not where the game is loaded from before",
    nodes: [
      node("a", [way("teach", "b", { effects: [on("fact.tell", "ent_town", "fact_well")] }), way("skip", "b")]),
      node("b", [way("on", null, { target_graph_id: "dlg_2" })]),
    ],
    others: [
      {
        id: "dlg_2",
        start: null,
        nodes: [
          node("c", [
            way("other", "d", {
              conditions: holds(fn("knows", lit("ent_town"), lit("fact_well"))),
              when_unavailable: "disable",
            }),
            way("plain", "d"),
          ]),
          node("d"),
        ],
      },
    ],
    world: WORLD,
    steps: [begin, take("teach"), take("on"), begin, take("skip"), take("on")],
  }),
  told({
    rule: "world effects",
    title: "time that nobody tells does not go on, and time that is told at the beginning does",
    nodes: [
      node("a", [way("wait", "b", { effects: [on("time.advance", null, null, lit(2))] })]),
      node("b", [
        way("late", "end", { conditions: holds(gte(fn("world_time"), lit(7))), when_unavailable: "disable" }),
      ]),
      end,
    ],
    world: { ...WORLD, time: null },
    steps: [begin, take("wait"), { begin: { world_time: 5 } }, take("wait")],
  }),
  ...(
    [
      [
        "a property that was written",
        on("property.set", "ent_mara", "mood", lit("angry")),
        eq({ entity: "ent_mara", path: "mood" }, lit("angry")),
      ],
      [
        "what holds a property that was written is not known, as it is more than one value",
        on("property.set", "ent_mara", "body.health", lit(3)),
        eq({ entity: "ent_mara", path: "body" }, lit(null)),
      ],
      [
        "whoever is in what was moved came along",
        on("location.move", "ent_inn", "ent_key"),
        fn("at_location", lit("ent_mara"), lit("ent_key")),
      ],
      [
        "what was moved is not where it was",
        on("location.move", "ent_inn", "ent_key"),
        fn("at_location", lit("ent_mara"), lit("ent_town")),
      ],
      [
        "items that were given",
        on("inventory.give", "ent_mara", "ent_key", lit(1)),
        fn("has_item", lit("ent_mara"), lit("ent_key"), lit(3)),
      ],
      [
        "items that were taken",
        on("inventory.take", "ent_mara", "ent_key", lit(9)),
        fn("has_item", lit("ent_mara"), lit("ent_key")),
      ],
      [
        "a relationship that was adjusted",
        on("relationship.adjust", "ent_mara", "ent_town", lit(4)),
        eq(fn("relationship", lit("ent_mara"), lit("ent_town")), lit(1)),
      ],
      [
        "a fact that was written",
        on("fact.set", "ent_mara", "height", lit(180)),
        eq(fn("fact", lit("ent_mara"), lit("height")), lit(180)),
      ],
      [
        "a quest whose state was written",
        on("quest.set_state", "ent_quest", null, lit("done")),
        eq(fn("quest_state", lit("ent_quest")), lit("done")),
      ],
      [
        "a fact that was told",
        on("fact.tell", "ent_town", "fact_well"),
        fn("knows", lit("ent_town"), lit("fact_well")),
      ],
      [
        "that a fact was told to one alone",
        on("fact.tell", "ent_town", "fact_well"),
        fn("knows", lit("ent_mara"), lit("fact_well")),
      ],
      ["time that went on", on("time.advance", null, null, lit(1)), gte(fn("world_time"), lit(13))],
    ] as const
  ).map(([title, done, condition]) =>
    told({
      rule: "world effects",
      title: `conditions see ${title}`,
      nodes: [
        node("a", [way("do", "b", { effects: [done] })]),
        node("b", [way("if", "end", { conditions: holds(condition), when_unavailable: "disable" }), way("or", "end")]),
        end,
      ],
      world: WORLD,
      steps: [begin, take("do")],
    }),
  ),
  told({
    rule: "world effects",
    title: "effects see what those before them did, and values of the world can be kept in variables",
    nodes: [
      node("a", [way("go", "end")], {
        text: "{coins} rooms.",
        on_enter_effects: [
          on("property.add", "ent_inn", "stats.rooms", lit(1)),
          effect("set", "var_coins", { entity: "ent_inn", path: "stats.rooms" }),
          on("property.set", "ent_mara", "mood", lit("glad"), [
            gte({ entity: "ent_inn", path: "stats.rooms" }, lit(5)),
          ]),
          on("relationship.set", "ent_mara", "ent_town", coins),
        ],
      }),
      end,
    ],
    variables: [COINS],
    world: WORLD,
    steps: [begin],
  }),
  told({
    rule: "world effects",
    title: "the world stays changed in another dialogue, and back again",
    nodes: [
      mute("away", "subgraph", [
        silent("in", null, { target_graph_id: "dlg_2", kind: "auto" }),
        silent("behind", "b", { kind: "else" }),
      ]),
      node("b", [way("give", "b", { effects: [on("inventory.give", "ent_mara", "ent_key", lit(1))] })]),
    ],
    others: [
      {
        id: "dlg_2",
        start: null,
        nodes: [
          node("there", [way("take", "over", { effects: [on("inventory.take", "ent_mara", "ent_key", lit(1))] })]),
          node("over"),
        ],
      },
    ],
    world: WORLD,
    steps: [begin, take("take"), take("give"), take("give")],
  }),
  told({
    rule: "effects",
    title: "reset_visits of one card forgets its visits and what was taken there, and nothing else",
    nodes: [
      node("a", [way("x", "b", { repeat: "once" })]),
      node("b", [way("y", "a", { repeat: "once" })], { on_enter_effects: [effect("reset_visits", null, ref("a"))] }),
    ],
    steps: [begin, take("x"), take("y"), take("x")],
  }),
  told({
    rule: "effects",
    title: "reset_visits of one branch forgets how often it was taken",
    nodes: [
      node("a", [way("x", "b", { repeat: "once" }), way("z", "b", { repeat: "once" })]),
      node("b", [way("y", "a", { effects: [effect("reset_visits", null, ref("x"))] })]),
    ],
    steps: [begin, take("x"), take("y"), take("z"), take("y")],
  }),
  told({
    rule: "limits",
    title: "a look at branches that takes more than a page may ends in a circle, and draws nothing",
    variables: [COINS],
    nodes: [
      node("a", [way("x", "b")]),
      mute("b", "condition", [silent("c", "end", { conditions: holds(manyRolls) }), silent("d", "end")], {
        on_enter_effects: [effect("set", "var_coins", fn("roll", lit(6)))],
      }),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "limits",
    title: "an effect that takes more than a page may is left out, and what follows it",
    variables: [COINS],
    nodes: [
      node("a", [
        way("x", "end", {
          effects: [
            effect("add", "var_coins", lit(1)),
            effect("add", "var_coins", lit(2), [manyRolls]),
            effect("add", "var_coins", lit(4)),
          ],
        }),
      ]),
      end,
    ],
    steps: [begin, take("x")],
  }),
  told({
    rule: "limits",
    title: "has_any_content of a node is worked out once in a look, and not known below four of itself",
    nodes: [
      node("a", [
        ...Array.from({ length: 12 }, (_, at) =>
          way(`x${at}`, "end", { conditions: holds({ op: "any", args: Array.from({ length: 12 }, () => noneHere) }) }),
        ),
        way("y", "end"),
      ]),
      node("b", [
        way("p", "end", { conditions: holds({ op: "not", args: [fn("has_any_content", ref("b"))] }) }),
        way("q", "a"),
      ]),
      end,
    ],
    start: "b",
    steps: [begin, take("q"), take("y")],
  }),
  told({
    rule: "limits",
    title: "a text says 200,000 characters with the values in it",
    variables: [variable("var_v", "string", "0123456789".repeat(1_000))],
    nodes: [node("a", [way("x", "end")], { text: "{v}".repeat(21) }), end],
    steps: [begin],
  }),
  done(
    "effects",
    "a text is added to another one",
    [variable("var_name", "string", "Ada")],
    effect("add", "var_name", lit(" Lovelace")),
    effect("add", "var_name", lit(1)),
  ),
  done(
    "effects",
    "a set is joined to a text as it is read",
    [variable("var_name", "string", "With "), variable("var_bag", "set", ["rope", "lamp"], ["rope", "lamp"])],
    effect("add", "var_name", { var: "var_bag" }),
  ),
  ...questing(
    ["a quest is offered, and taken up", becomes("qst_ebb", "offered"), becomes("qst_ebb", "active")],
    ["a quest that was not offered can be taken up", becomes("qst_ebb", "active")],
    ["a quest without stages has none", becomes("qst_bare", "active"), becomes("qst_bare", "completed")],
    ["what was not taken up is not completed", becomes("qst_ebb", "offered"), becomes("qst_ebb", "completed")],
    ["an offer can be turned down", becomes("qst_ebb", "offered"), becomes("qst_ebb", "abandoned")],
    [
      "what is over stays over",
      becomes("qst_ebb", "active"),
      becomes("qst_ebb", "failed"),
      becomes("qst_ebb", "active"),
    ],
    ["the state it has is no change", becomes("qst_ebb", "active"), becomes("qst_ebb", "active")],
    ["a state is one of the six", becomes("qst_ebb", "begun"), becomes("qst_ebb", 1), becomes("qst_ebb", null)],
    ["a state that is not known", on("quest.set_state", "qst_ebb", null, { op: "opaque", format: "x", source: "?" })],
    ["a quest that nobody tells of", becomes("qst_gone", "active"), advance("qst_gone", "obj_rope", 1)],
    ["the state of an entity stays a property", becomes("ent_quest", "begun"), advance("ent_quest", "obj_rope", 1)],
    ["an objective counts", becomes("qst_ebb", "active"), advance("qst_ebb", "obj_rope", 1)],
    ["a count ends at that of its objective", becomes("qst_ebb", "active"), advance("qst_ebb", "obj_rope", 9)],
    ["nothing is added by 0", becomes("qst_ebb", "active"), advance("qst_ebb", "obj_rope", 0)],
    [
      "what is added is a whole number from 0",
      becomes("qst_ebb", "active"),
      advance("qst_ebb", "obj_rope", -1),
      advance("qst_ebb", "obj_rope", 0.5),
      advance("qst_ebb", "obj_rope", "1"),
    ],
    ["nothing counts before the quest is taken up", becomes("qst_ebb", "offered"), advance("qst_ebb", "obj_rope", 1)],
    ["an objective of another stage does not count", becomes("qst_ebb", "active"), advance("qst_ebb", "obj_cross", 1)],
    [
      "where all objectives are done the next stage begins, and one without objectives waits",
      becomes("qst_ebb", "active"),
      advance("qst_ebb", "obj_rope", 2),
      advance("qst_ebb", "obj_lamp", 1),
      advance("qst_ebb", "obj_lamp", 1),
      stage("qst_ebb", "stg_cross"),
      advance("qst_ebb", "obj_cross", 1),
      advance("qst_ebb", "obj_cross", 1),
    ],
    [
      "a stage that begins again has counted nothing",
      becomes("qst_ebb", "active"),
      advance("qst_ebb", "obj_rope", 1),
      stage("qst_ebb", "stg_wait"),
      stage("qst_ebb", "stg_gather"),
    ],
    [
      "a stage that is not there, the one it is in, and one of a quest that is not active",
      becomes("qst_ebb", "active"),
      stage("qst_ebb", "stg_gone"),
      stage("qst_ebb", "stg_gather"),
      stage("qst_toll", "stg_toll"),
    ],
    [
      "a quest that can be done again begins anew",
      becomes("qst_toll", "active"),
      advance("qst_toll", "obj_toll", 3),
      becomes("qst_toll", "offered"),
      becomes("qst_toll", "active"),
    ],
  ),
  ...(
    [
      ["that it was not offered", [], stateIs("qst_ebb", null)],
      ["its state", [becomes("qst_ebb", "active")], stateIs("qst_ebb", "active")],
      ["nothing of a quest that nobody tells of", [], stateIs("qst_gone", null)],
      ["its stage", [becomes("qst_ebb", "active")], eq(fn("quest_stage", lit("qst_ebb")), lit("stg_gather"))],
      [
        "its counts",
        [becomes("qst_ebb", "active"), advance("qst_ebb", "obj_rope", 1)],
        eq(fn("quest_count", lit("qst_ebb"), lit("obj_rope")), lit(1)),
      ],
      ["counts that are 0", [], eq(fn("quest_count", lit("qst_ebb"), lit("obj_lamp")), lit(0))],
      ["no count of an objective that it has not", [], gte(fn("quest_count", lit("qst_ebb"), lit("obj_gone")), lit(0))],
      ["the state of an entity", [becomes("ent_quest", "begun")], stateIs("ent_quest", "begun")],
    ] as const
  ).map(([title, moves, condition]) =>
    told({
      rule: "quests",
      title: `conditions see ${title}`,
      nodes: [
        node("a", [way("do", "b", { effects: [...moves] })]),
        node("b", [way("if", "end", { conditions: holds(condition), when_unavailable: "disable" }), way("or", "end")]),
        end,
      ],
      world: QUEST_WORLD,
      steps: [begin, take("do")],
    }),
  ),
  told({
    rule: "quests",
    title: "a quest goes on in another dialogue, and stands where it stood where the game is loaded from before",
    nodes: [
      node("a", [way("take", "b", { effects: [becomes("qst_toll", "active")] }), way("skip", "b")]),
      node("b", [way("on", null, { target_graph_id: "dlg_2" })]),
    ],
    others: [
      {
        id: "dlg_2",
        start: null,
        nodes: [
          node("c", [way("pay", "c", { effects: [advance("qst_toll", "obj_toll", 2)] }), way("leave", "end")]),
          node("end"),
        ],
      },
    ],
    world: QUEST_WORLD,
    steps: [begin, take("take"), take("on"), take("pay"), take("pay"), begin, take("skip"), take("on"), take("pay")],
  }),
];
