import fc from "fast-check";
import type { Branch } from "../dialogue/wire.ts";
import type { Expression } from "../expression.ts";
import { PLAYED_BRANCH } from "./story.fixture.ts";
import type { PlayNode } from "./story.ts";
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
  "end",
] as const;

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
);
const effects = fc.array(
  fc.record({
    op: fc.constantFrom("set" as const, "add" as const, "sub" as const, "div" as const),
    by: fc.integer({ min: 0, max: 3 }),
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
});
const node = fc.record({
  kind: fc.constantFrom(...KINDS),
  text: fc.constantFrom("", "words"),
  conditions: fc.array(expression, { maxLength: 1 }),
  effects,
  branches: fc.array(branch, { maxLength: 3 }),
});

/** A random story of six nodes, with a seed and which of what can be done is done at each step. */
export const randomStory = fc.record({
  nodes: fc.array(node, { minLength: IDS.length, maxLength: IDS.length }),
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  scope: fc.constantFrom("playthrough" as const, "playthrough" as const, "temporary" as const),
  bounds: fc.record({ min: fc.constantFrom(null, 0), max: fc.constantFrom(null, 2, 4) }),
  picks: fc.array(fc.nat(5), { minLength: 3, maxLength: 8 }),
});

/** A random story as a vector tells it. */
export function storyOf({
  nodes,
  scope,
  bounds,
}: typeof randomStory extends fc.Arbitrary<infer T> ? T : never): VectorCase["dialogue"] {
  return {
    id: "dlg_1",
    start: null,
    nodes: nodes.map(
      ({ kind, text, conditions, effects: entering, branches }, at): PlayNode => ({
        id: IDS[at] ?? "",
        kind,
        text: text === "" ? "" : `Words of n${at}${at % 2 === 0 ? "." : " for {n}."}`,
        conditions: conditions.map((each, nth) => ({ id: `cnd_${at}_${nth}`, ...each })),
        on_enter_effects: entering.map(({ op, by, when }, nth) => ({
          id: `ef_${at}_${nth}`,
          op,
          target: NUMBER,
          value: { lit: by },
          when,
        })),
        branches: branches.map(({ to, text: words, conditions: guards, effects: taking, ...more }, nth): Branch => {
          const id = `b${at}_${nth}`;
          return {
            ...PLAYED_BRANCH,
            ...more,
            id,
            target_node_id: to,
            choice_text: words === "" ? "" : nth === 1 ? `${id}: {n}` : id,
            conditions: guards.map((each, index) => ({ id: `cnd_${id}_${index}`, ...each })),
            effects: taking.map(({ op, by, when }, index) => ({
              id: `ef_${id}_${index}`,
              op,
              target: NUMBER,
              value: { lit: by },
              when,
            })),
            extensions: {},
          };
        }),
        exit_to: null,
      }),
    ),
    variables: [{ id: NUMBER, name: "n", type: "integer", default: 0, enum_values: [], scope, ...bounds }],
    others: [],
    world: null,
  };
}
