import fc from "fast-check";
import {
  ARITHMETIC_FNS,
  COMPARISON_OPS,
  EFFECT_OPS,
  type Effect,
  type Expression,
  FUNCTION_NAMES,
  type Scalar,
} from "../expression.ts";
import type { LogicNames } from "./name-index.ts";

const ids = [
  "var_1",
  "var_2",
  "x and y",
  "",
  "node_1",
  "br_9",
  "ent_1",
  "fact_1",
  "qst_1",
  "obj_1",
  "if",
  "it's",
  "#",
  "\\",
];
const anyId = fc.oneof(fc.constantFrom(...ids), fc.string({ unit: "binary", maxLength: 6 }));

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("ent_1", "fact_1", "qst_1", "obj_1", 'He said "no"', "a\nb", "\\"),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

/** Generates expressions that the record accepts, whatever their meaning. */
export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => {
  const args = (min: number, max: number) => fc.array(tie("expression"), { minLength: min, maxLength: max });
  const two = fc.tuple(tie("expression"), tie("expression"));
  return {
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true, maxDepth: 5 },
      fc.record({ var: anyId }),
      fc.record({ lit: scalar }),
      fc.record({ ref: anyId }),
      fc.record({ entity: anyId, path: fc.oneof(fc.constantFrom("mood", "bag.gold", "not", "", "a b"), fc.string()) }),
      fc.record({ op: fc.constant("opaque" as const), format: fc.string(), source: fc.string() }),
      fc.record({ op: fc.constantFrom("all" as const, "any" as const), args: args(0, 3) }),
      fc.record({ op: fc.constant("not" as const), args: args(1, 1) }),
      fc.record({ op: fc.constantFrom(...COMPARISON_OPS), args: two }),
      fc.record({ op: fc.constant("arith" as const), fn: fc.constantFrom(...ARITHMETIC_FNS), args: two }),
      fc.record({ fn: fc.constantFrom(...FUNCTION_NAMES), args: args(0, 3) }),
    ) as fc.Arbitrary<Expression>,
  };
}).expression;

/** Generates changes that the record accepts. */
export const anyChange: fc.Arbitrary<Omit<Effect, "id">> = fc.record(
  {
    op: fc.constantFrom(...EFFECT_OPS),
    target: fc.option(anyId),
    key: fc.oneof(fc.constantFrom("mood", "a b", "ent_2", "obj_1", "stg_1"), anyId),
    value: fc.option(anyExpression),
    when: fc.array(anyExpression, { maxLength: 2 }),
  },
  { requiredKeys: ["op", "target", "value", "when"] },
);

const name = fc.oneof(
  fc.constantFrom(
    "purse",
    "The gate",
    "The gate",
    "not",
    "visits",
    "it's",
    "",
    "Mara",
    "6",
    "a.b",
    "toll_paid",
    "Ö",
    "two\nlines",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const things = (of: readonly string[]) =>
  fc.tuple(...of.map(() => name)).map((all) => of.map((id, at) => ({ id, name: all[at] ?? "" })));

/** Names as a project may have them: with blanks, words of the grammar, and several of the same. */
export const anyNames: fc.Arbitrary<LogicNames> = fc.record({
  variables: things(["var_1", "var_2", "x and y", "if"]).map((all) =>
    all.map((each) => ({ ...each, type: "integer" as const, enum_values: [] })),
  ),
  places: things(["node_1", "br_9", "node_2", "it's"]),
  entities: things(["ent_1", "ent_2", "#"]),
  facts: things(["fact_1", "ent_1", "it's"]),
  quests: things(["qst_1", "ent_1"]),
  objectives: things(["obj_1", "obj_2"]),
  stages: things(["stg_1", "ent_2"]),
});
