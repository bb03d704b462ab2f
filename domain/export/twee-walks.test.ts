import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { BRANCH_DEFAULTS, type Branch } from "../dialogue/wire.ts";
import type { Condition, Effect, Expression } from "../expression.ts";
import { playedByRuntime, type StoryWalk, type WalkPage, walked } from "../import/ink/walk.fixture.ts";
import { playedStory } from "../import/play-imported.fixture.ts";
import { importTwee } from "../import/twee/twee.ts";
import { type TwinePage, TwinePlayer } from "../import/twee/twine-player.fixture.ts";
import { node, dialogue as played, variable } from "../runtime/story.fixture.ts";
import type { PlayNode, PlayVariable } from "../runtime/story.ts";
import { exported } from "./exported.fixture.ts";
import { exportTwee3 } from "./twee3.ts";

const VARIABLES: readonly PlayVariable[] = [
  variable("var_n", "integer", 2),
  { ...variable("var_m", "integer", 0), name: "courage of Mara" },
  { ...variable("var_flag", "boolean", true), name: "has key" },
  { ...variable("var_other", "boolean", false), name: "has_key" },
  variable("var_mood", "enum", "calm", ["calm", "angry"]),
];
const IDS = ["n0", "n1", "n2", "n3"];

const lit = (value: string | number | boolean): Expression => ({ lit: value });
const of = (id: string): Expression => ({ var: id });
/** Words of choices, some of which SugarCube would evaluate as script. */
const SAYINGS = [
  (at: string) => `Way ${at}`,
  (at: string) => `"Way ${at}"`,
  (at: string) => `'Way "on" ${at}'`,
  (at: string) => `"Way" or ${at} "at once"`,
  (at: string) => `${at} + 1`,
];
const somewhere = fc.constantFrom(...IDS);

const value: fc.Arbitrary<Expression> = fc.letrec<{ value: Expression }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.integer({ min: -3, max: 4 }).map(lit),
    fc.constantFrom("var_n", "var_m").map(of),
    somewhere.map((id): Expression => ({ fn: "visits", args: [{ ref: id }] })),
    fc
      .tuple(fc.constantFrom("add" as const, "sub" as const, "mul" as const), tie("value"), tie("value"))
      .map(([fn, a, b]): Expression => ({ op: "arith", fn, args: [a, b] })),
  ),
})).value;

const asked: fc.Arbitrary<Expression> = fc.letrec<{ asked: Expression }>((tie) => ({
  asked: fc.oneof(
    { maxDepth: 2 },
    fc
      .tuple(fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "gte" as const), value, value)
      .map(([op, a, b]): Expression => ({ op, args: [a, b] })),
    somewhere.map((id): Expression => ({ fn: "visited", args: [{ ref: id }] })),
    fc.constantFrom<Expression>(
      { op: "eq", args: [of("var_flag"), lit(true)] },
      { op: "eq", args: [of("var_other"), lit(true)] },
      { op: "eq", args: [of("var_mood"), lit("angry")] },
    ),
    fc
      .tuple(fc.constantFrom("all" as const, "any" as const), fc.array(tie("asked"), { minLength: 1, maxLength: 3 }))
      .map(([op, args]): Expression => ({ op, args })),
    tie("asked").map((arg): Expression => ({ op: "not", args: [arg] })),
  ),
})).asked;

const done: fc.Arbitrary<Omit<Effect, "id" | "when">> = fc.oneof(
  fc.record({
    op: fc.constantFrom("set" as const, "add" as const, "sub" as const),
    target: fc.constantFrom("var_n", "var_m"),
    value,
  }),
  fc.constantFrom<Omit<Effect, "id" | "when">>(
    { op: "toggle", target: "var_flag", value: null },
    { op: "set", target: "var_other", value: lit(true) },
    { op: "set", target: "var_mood", value: lit("angry") },
  ),
);

const text = fc.constantFrom(
  "Plain words.",
  "It is {n}, {mood}.",
  "{courage of Mara}{n}s, {n}.a and {has key}, {has_key}.",
  "Nobody {knows} this.",
);

const story = fc.array(
  fc.record({
    kind: fc.constantFrom("line" as const, "line" as const, "choice" as const, "hub" as const),
    text,
    entering: fc.array(fc.record({ done, when: fc.array(asked, { maxLength: 1 }) }), { maxLength: 2 }),
    ways: fc.array(
      fc.record({
        to: fc.constantFrom(...IDS, "end"),
        conditions: fc.array(asked, { maxLength: 2 }),
        effects: fc.array(done, { maxLength: 2 }),
        repeat: fc.constantFrom("sticky" as const, "sticky" as const, "once" as const, "limited" as const),
        repeat_limit: fc.constantFrom(null, 1, 2),
        says: fc.constantFrom(...SAYINGS),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: IDS.length, maxLength: IDS.length },
);

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function nodesOf(drawn: Story): PlayNode[] {
  const nodes = drawn.map(({ kind, text: words, entering, ways }, at) =>
    node(
      IDS[at] ?? "",
      ways.map(
        ({ to, conditions, effects, says, ...more }, nth): Branch => ({
          ...BRANCH_DEFAULTS,
          ...more,
          id: `b${at}_${nth}`,
          target_node_id: to,
          choice_text: says(`${at}${nth}`),
          conditions: conditions.map((each, i): Condition => ({ ...each, id: `cnd_${at}_${nth}_${i}` })),
          effects: effects.map((each, i): Effect => ({ ...each, when: [], id: `ef_${at}_${nth}_${i}` })),
          extensions: {},
        }),
      ),
      {
        kind,
        text: words,
        on_enter_effects: entering.map(({ done: each, when }, i): Effect => ({ ...each, when, id: `ef_${at}_${i}` })),
      },
    ),
  );
  return [...nodes, node("end", [], { text: "Over." })];
}

/** Outcome once numbers are no longer exact: SugarCube goes on with rounded values, and ours stay. */
const BEYOND: WalkPage = { lines: [], choices: [] };

/** Plays a file by the rules of SugarCube. */
function playedBySugarCube(source: string): () => StoryWalk {
  return () => {
    const player = new TwinePlayer(source, "SugarCube", () => 0);
    const said = ({ text: words, choices }: TwinePage): WalkPage =>
      player.isExact ? { lines: [words], choices } : BEYOND;
    return { first: said(player.start()), choose: (at) => said(player.choose(at)) };
  };
}

const squeezed = (said: readonly WalkPage[]) =>
  said.map(({ lines, choices }) => [lines.join("").replace(/\s+/g, ""), choices]);

test("where nothing is lost, SugarCube says and offers what the dialogue does, and so does what is read back", () => {
  const runs = rounds({ gate: 25, full: 800 });
  let exact = 0;
  fc.assert(
    fc.property(story, fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }), (drawn, picks) => {
      const nodes = nodesOf(drawn);
      const { content, report } = exportTwee3(exported(nodes, VARIABLES));
      if (report.some(({ severity }) => severity === "warning")) return;
      exact += 1;
      const ours = squeezed(walked(playedByRuntime(played(nodes, VARIABLES)), picks));
      const theirs = walked(playedBySugarCube(content), picks);
      const exactly = theirs.filter((said) => said !== BEYOND);
      const compared = ours.slice(0, exactly.length < theirs.length ? exactly.length : undefined);
      expect([content, squeezed(exactly)]).toEqual([content, compared]);
      const again = importTwee(content);
      const back = playedByRuntime(playedStory(again, again.graphs[0]?.key ?? ""));
      expect([content, squeezed(walked(back, picks))]).toEqual([content, ours]);
    }),
    { numRuns: runs },
  );
  // Most of what is drawn has to be told exactly, or nothing is proved.
  expect(exact).toBeGreaterThan(runs / 2);
});
