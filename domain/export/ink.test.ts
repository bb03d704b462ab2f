import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { BRANCH_DEFAULTS, type Branch } from "../dialogue/wire.ts";
import { type Condition, type Effect, type Expression, mapEffectReferences, mapReferences } from "../expression.ts";
import { importInk } from "../import/ink/ink.ts";
import {
  Endless,
  playedByInk,
  playedByRuntime,
  playedByUs,
  type WalkPage,
  walked,
} from "../import/ink/walk.fixture.ts";
import { node, dialogue as played, variable, way } from "../runtime/story.fixture.ts";
import type { PlayNode, PlayVariable } from "../runtime/story.ts";
import { exported } from "./exported.fixture.ts";
import { exportInk } from "./ink.ts";

const VARIABLES: readonly PlayVariable[] = [
  variable("var_n", "integer", 0),
  { ...variable("var_bounded", "integer", 1), min: -1, max: 4 },
  variable("var_share", "number", 1.5),
  { ...variable("var_flag", "boolean", false), name: "has key" },
  variable("var_name", "string", 'Jo "the {cat}" // #1'),
  variable("var_mood", "enum", "calm", ["calm", "angry"]),
  variable("var_bag", "set", ["rope"], ["rope", "lamp", "key"]),
];
const IDS = ["n0", "n1", "n2", "n3", "n4"];
const BRANCHES = IDS.flatMap((_, at) => [0, 1, 2].map((nth) => `b${at}_${nth}`));

const lit = (value: string | number | boolean | null): Expression => ({ lit: value });
const of = (id: string): Expression => ({ var: id });
const small = fc.integer({ min: -3, max: 4 });

const value: fc.Arbitrary<Expression> = fc.letrec<{ value: Expression }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    small.map(lit),
    fc.constantFrom("var_n", "var_bounded").map(of),
    fc.constantFrom(...IDS, ...BRANCHES).map((id): Expression => ({ fn: "visits", args: [{ ref: id }] })),
    fc
      .tuple(fc.constantFrom("add" as const, "sub" as const, "mul" as const), tie("value"), tie("value"))
      .map(([fn, a, b]): Expression => ({ op: "arith", fn, args: [a, b] })),
  ),
})).value;

/** Numbers with a fraction, which no integer takes. */
const fraction: fc.Arbitrary<Expression> = fc
  .tuple(fc.constantFrom("div" as const, "mod" as const, "mul" as const), value, fc.constantFrom(2, 4, -2))
  .map(
    ([fn, a, by]): Expression => ({
      op: "arith",
      fn,
      args: [{ op: "arith", fn: "add", args: [a, of("var_share")] }, lit(by)],
    }),
  );

const expression: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 2 },
    fc
      .tuple(
        fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "gte" as const),
        value,
        fc.oneof(value, fraction),
      )
      .map(([op, a, b]): Expression => ({ op, args: [a, b] })),
    fc.constantFrom(...IDS, ...BRANCHES).map((id): Expression => ({ fn: "visited", args: [{ ref: id }] })),
    fc.constantFrom<Expression>(
      of("var_flag"),
      of("var_n"),
      lit(true),
      { op: "eq", args: [of("var_flag"), lit(true)] },
      { op: "eq", args: [of("var_mood"), lit("angry")] },
      { op: "ne", args: [of("var_name"), lit("")] },
      { op: "has", args: [of("var_name"), lit("#1")] },
      { op: "has", args: [of("var_bag"), lit("lamp")] },
      { op: "in", args: [lit("key"), of("var_bag")] },
      { op: "eq", args: [of("var_n"), lit("0")] },
      { op: "gte", args: [{ fn: "visits", args: [] }, lit(2)] },
    ),
    fc
      .tuple(fc.constantFrom("all" as const, "any" as const), fc.array(tie("expression"), { maxLength: 3 }))
      .map(([op, args]): Expression => ({ op, args })),
    tie("expression").map((arg): Expression => ({ op: "not", args: [arg] })),
  ),
})).expression;

const effect: fc.Arbitrary<Omit<Effect, "id">> = fc.oneof(
  fc.record({
    op: fc.constantFrom("set" as const, "add" as const, "sub" as const, "mul" as const),
    target: fc.constantFrom("var_n", "var_bounded", "var_share"),
    value,
    when: fc.array(expression, { maxLength: 1 }),
  }),
  fc.record({
    op: fc.constantFrom("set" as const, "add" as const),
    target: fc.constant("var_share"),
    value: fraction,
    when: fc.array(expression, { maxLength: 1 }),
  }),
  fc.record({
    op: fc.constantFrom("div" as const, "mod" as const),
    target: fc.constantFrom("var_n", "var_bounded", "var_share"),
    value: fc.constantFrom(2, 3, -2, 0).map(lit),
    when: fc.constant<Expression[]>([]),
  }),
  fc
    .constantFrom<[Effect["op"], string, Expression | null]>(
      ["toggle", "var_flag", null],
      ["set", "var_flag", lit(true)],
      ["set", "var_name", lit("Mae -> END | {n}")],
      ["set", "var_mood", lit("angry")],
      ["set", "var_mood", lit("bored")],
      ["set", "var_name", of("var_mood")],
      ["push", "var_bag", lit("key")],
      ["push", "var_bag", lit("lamp")],
      ["remove", "var_bag", lit("rope")],
      ["clear", "var_bag", null],
      ["reset", "var_bag", null],
      ["reset", "var_n", null],
      ["toggle", "var_n", null],
    )
    .map(([op, target, given]) => ({ op, target, value: given, when: [] })),
);

/** Words with what means something in ink. */
const words = fc
  .array(
    fc.constantFrom(
      ...'hello|{n}|{share}|{has key}|{name}|{mood}|{bag}|{nobody}|->|<-|<>|*|+|-|=|==|~|#|//|/*|*/|\\|{|}|[|]|(x)|VAR x = 1|TODO: x|INCLUDE a|:|else:|"|.|\n'.split(
        "|",
      ),
      "|",
      "||",
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(" "));
const glued = fc.oneof(words, fc.string({ unit: fc.constantFrom(...'ab{}|<>-=~*+/\\#[]()n": '), maxLength: 8 }));

/** Generates conditions that only choices can have. */
const few: Expression = { op: "lt", args: [{ fn: "choice_count", args: [] }, lit(2)] };
const branch = fc.record({
  kind: fc.constantFrom(
    "choice" as const,
    "choice" as const,
    "choice" as const,
    "auto" as const,
    "else" as const,
    "fallback" as const,
  ),
  to: fc.constantFrom(...IDS, "end"),
  words: fc.option(glued, { freq: 6, nil: "" }),
  conditions: fc.array(fc.oneof({ weight: 9, arbitrary: expression }, fc.constant(few)), { maxLength: 2 }),
  effects: fc.array(effect, { maxLength: 2 }),
  repeat: fc.constantFrom("sticky" as const, "sticky" as const, "once" as const, "limited" as const),
  repeat_limit: fc.constantFrom(null, 1, 2),
  weight: fc.constantFrom(0, 1),
});

const story = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(["line", "line", "line", "choice", "talk", "hub", "condition", "instruction"] as const),
      ...(["jump", "detour", "detour", "return", "random", "storylet_group", "end"] as const),
    ),
    text: fc.option(glued, { freq: 3, nil: "" }),
    conditions: fc.array(expression, { maxLength: 1 }),
    effects: fc.array(effect, { maxLength: 2 }),
    branches: fc.array(branch, { maxLength: 3 }),
  }),
  { minLength: IDS.length, maxLength: IDS.length },
);

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function nodesOf(drawn: Story): PlayNode[] {
  const there = new Set([...IDS, ...drawn.flatMap(({ branches }, at) => branches.map((_, nth) => `b${at}_${nth}`))]);
  const map = { ref: (id: string) => (there.has(id) ? id : "n0") };
  const asked = (list: readonly Expression[], id: string) =>
    list.map((each, nth): Condition => ({ ...mapReferences(each, map), id: `${id}_${nth}` }));
  const done = (list: readonly Omit<Effect, "id">[], id: string) =>
    list.map((each, nth): Effect => ({ ...mapEffectReferences(each, map), id: `${id}_${nth}` }));
  const nodes = drawn.map(({ kind, text, conditions, effects, branches }, at) =>
    node(
      IDS[at] ?? "",
      branches.map(
        ({ to, words: choice_text, ...more }, nth): Branch => ({
          ...BRANCH_DEFAULTS,
          ...more,
          id: `b${at}_${nth}`,
          target_node_id: to,
          choice_text,
          conditions: asked(more.conditions, `cnd_${at}_${nth}`),
          effects: done(more.effects, `ef_${at}_${nth}`),
          extensions: {},
        }),
      ),
      { kind, text, conditions: asked(conditions, `cnd_${at}`), on_enter_effects: done(effects, `ef_${at}`) },
    ),
  );
  return [...nodes, node("end", [], { text: "Over." })];
}

/** Returns the texts and choices of a walk; null where it never ends, which proves nothing. */
function tried(walk: () => WalkPage[]): WalkPage[] | null {
  try {
    return walk();
  } catch (error) {
    if (error instanceof Endless) return null;
    throw error;
  }
}

test("where nothing is lost, ink's own engine says and offers what the dialogue does, and so does what is read back", () => {
  const runs = rounds({ gate: 12, full: 400 });
  let exact = 0;
  let readBack = 0;
  fc.assert(
    fc.property(story, fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }), (drawn, picks) => {
      const nodes = nodesOf(drawn);
      const { content, report } = exportInk(exported(nodes, VARIABLES));
      const ink = playedByInk(content);
      // What looks like tags of HTML is one to the page for the web, and to an import.
      const isOther = /^(?:Random numbers|What looks like tags of HTML)/;
      // Choices are what a talk is there: along them nothing is lost.
      const lost = report.filter(({ message }) => !message.startsWith("Talks are written as choices"));
      if (lost.some(({ severity, message }) => severity !== "info" || isOther.test(message))) return;
      const ours = tried(() => walked(playedByRuntime(played(nodes, VARIABLES)), picks));
      if (ours === null) return;
      exact += 1;
      expect([content, walked(ink, picks)]).toEqual([content, ours]);
      if (importInk(content).report.some(({ severity }) => severity !== "info")) return;
      readBack += 1;
      expect([content, walked(playedByUs(content), picks)]).toEqual([content, ours]);
    }),
    { numRuns: runs },
  );
  // Much of what is drawn has to be told exactly, or nothing is proved.
  expect([exact > runs / 4, readBack > runs / 8]).toEqual([true, true]);
});

describe("a dialogue as ink", () => {
  test("has knots with lines, speakers as tags, choices with conditions and effects, and diverts", () => {
    const asks: Condition = { id: "cnd_1", op: "gte", args: [of("var_bounded"), lit(2)] };
    const pay: Effect = { id: "ef_1", op: "sub", target: "var_bounded", value: lit(2), when: [] };
    const { content, report } = exportInk(
      exported(
        [
          node(
            "The gate",
            [
              way("Pay {bounded}", "END", { conditions: [asks], effects: [pay] }),
              way("Wait #1", "The gate", { repeat: "once" }),
              way("b3", "END", { kind: "fallback", choice_text: "" }),
            ],
            { text: "Halt! // {bounded} coins\n* Who?" },
          ),
          node("END", [], { text: "" }),
        ],
        VARIABLES,
        { speaker_id: "ent_mara", tags: ["loud"] },
      ),
    );
    expect(content).toBe(`# title: The Gate
VAR bounded = 1
-> The_gate

=== The_gate ===
// The gate
Halt! /\\/ {bounded} coins # speaker: Mara # loud
\\* Who? # speaker: Mara
+ {bounded >= 2} [Pay {bounded}]
    ~ bounded = bounded - 2
    { bounded > 4:
        ~ bounded = 4
    }
    { bounded < -1:
        ~ bounded = -1
    }
    -> END_2
* [Wait \\#1]
    -> The_gate
+ ->
    -> END_2

=== END_2 ===
// END
# loud
-> END
`);
    expect(report).toEqual([]);
  });

  test("says what ink has no words for, by card, and closes what it cannot ask", () => {
    const mood: Condition = { id: "cnd_1", entity: "ent_mara", path: "mood" };
    const { content, report } = exportInk(
      exported(
        [
          node("A", [way("x", "B", { conditions: [mood], when_unavailable: "disable" })]),
          node("B", [way("gone", null, { kind: "auto" })], { kind: "command", text: "open the gate" }),
          node("C", [way("Pay", "A", { opened_by: { facts: ["fact_1"], actions: [] } })], { kind: "talk" }),
        ],
        VARIABLES,
      ),
    );
    expect(content).toContain("+ {false} [x]\n    -> B\n+ ->\n    -> DONE\n");
    expect(content).toContain("=== B ===\n# command: open the gate\n-> DONE\n");
    expect(report.map(({ message }) => message)).toEqual([
      "Ink cannot express properties of the world: “A”.",
      "Unavailable choices are hidden instead of greyed out: “A”.",
      "Commands are written as tags, and the story does not wait for the game: “B”.",
      "The story ends where a choice leads to no card: “B”.",
      "Talks are written as choices, their written answers: “C”.",
    ]);
  });

  test("gives knots and variables names that ink takes, none twice", () => {
    const titles = ["VAR", "1 day", "Ärger im Büro", "夜", "…", "…", "n", "drawn"];
    const nodes = titles.map((text, at) => ({ ...node(`n${at}`, [], { text }), title: text }));
    const { content } = exportInk(exported([...nodes, node("last", [way("{n}", "last")])], VARIABLES));
    expect([...content.matchAll(/^=== (.*) ===$/gm)].map(([, name]) => name)).toEqual([
      "VAR_2",
      "_1_day",
      "Ärger_im_Büro",
      "夜",
      "card",
      "_2",
      "n_2",
      "drawn",
      "last",
    ]);
    expect(playedByInk(content)().first.lines).toEqual(["VAR"]);
  });
});
