import fc from "fast-check";
import { LINE_STATUSES } from "../dialogue/line-status.ts";
import {
  BRANCH_KINDS,
  BRANCH_REPEATS,
  type Branch,
  COLORS,
  NODE_KINDS,
  REPEAT_SCOPES,
  type TalkOutcome,
  VARIABLE_DEFAULTS,
  type Variable,
  WHEN_UNAVAILABLE,
} from "../dialogue/wire.ts";
import type { Effect, Expression } from "../expression.ts";
import type { JsonObject } from "../json.ts";
import { marksIn, TEXT_MARK_KINDS, type TextMark } from "../text-marks/text-mark.ts";
import type { ExportedDialogue } from "./exported.ts";

const NODES = 6;
const nodeId = fc.nat(NODES).map((n) => `node_${n}`);
const branchId = fc.tuple(fc.nat(NODES), fc.nat(2)).map(([n, b]) => `br_${n}_${b}`);
const variableId = fc.nat(3).map((n) => `var_${n}`);
const entityId = fc.nat(3).map((n) => `ent_${n}`);
const text = fc.string({ unit: "grapheme", maxLength: 12 });
const path = text.filter((each) => !each.includes("__proto__"));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Generates expressions, with references to existing and to missing subjects. */
const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => {
  const two = fc.tuple(tie("expression"), tie("expression"));
  const some = fc.array(tie("expression"), { maxLength: 3 });
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(
        scalar.map((lit): Expression => ({ lit })),
        variableId.map((id): Expression => ({ var: id })),
        fc.oneof(nodeId, branchId).map((ref): Expression => ({ ref })),
        fc.tuple(entityId, path).map(([entity, path]): Expression => ({ entity, path })),
        fc.tuple(text, text).map(([format, source]): Expression => ({ op: "opaque", format, source })),
      ),
      fc.tuple(fc.constantFrom("all" as const, "any" as const), some).map(([op, args]): Expression => ({ op, args })),
      tie("expression").map((arg): Expression => ({ op: "not", args: [arg] })),
      fc
        .tuple(fc.constantFrom("eq" as const, "lt" as const, "has" as const), two)
        .map(([op, args]): Expression => ({ op, args })),
      two.map((args): Expression => ({ op: "arith", fn: "add", args })),
      some.map((args): Expression => ({ fn: "visits", args })),
    ),
  };
}).expression;

const conditions = fc
  .array(anyExpression, { maxLength: 2 })
  .map((list) => list.map((expression, i) => ({ ...expression, id: `cnd_${i}` })));

const effects: fc.Arbitrary<Effect[]> = fc
  .array(
    fc.record({
      op: fc.constantFrom("set" as const, "add" as const, "emit" as const),
      target: fc.option(variableId, { nil: null }),
      value: fc.option(anyExpression, { nil: null }),
      when: fc.array(anyExpression, { maxLength: 1 }),
    }),
    { maxLength: 2 },
  )
  .map((list) => list.map((effect, i) => ({ ...effect, id: `ef_${i}` })));

const extensions = fc.constantFrom<JsonObject>(
  {},
  {},
  { twee3: { link: "[[a]]" } },
  JSON.parse('{"x":{"__proto__":[1,null]}}'),
);

const progress = { status: fc.constantFrom(...LINE_STATUSES), final_text: fc.option(text, { nil: null }) };

const textMarks = fc.array(
  fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(10), end: fc.nat(12) }),
  { maxLength: 2 },
);

/** A part of a dialogue with marks within its words. */
function withMarks<T extends { text_marks: TextMark[] }>(part: T, words: (part: T) => string): T {
  return { ...part, text_marks: marksIn(words(part), part.text_marks) };
}

const branch: fc.Arbitrary<Omit<Branch, "id">> = fc
  .record({
    kind: fc.constantFrom(...BRANCH_KINDS),
    target_node_id: fc.option(nodeId, { nil: null }),
    target_graph_id: fc.constantFrom(null, null, "dlg_0", "dlg_other"),
    choice_text: text,
    text_marks: textMarks,
    conditions,
    effects,
    when_unavailable: fc.constantFrom(...WHEN_UNAVAILABLE),
    repeat: fc.constantFrom(...BRANCH_REPEATS),
    repeat_scope: fc.constantFrom(...REPEAT_SCOPES),
    repeat_limit: fc.option(fc.integer({ min: 1, max: 9 })),
    unwind: fc.boolean(),
    weight: number,
    opened_by: fc.constantFrom<TalkOutcome | null>(
      null,
      { facts: ["fact_0"], actions: [] },
      { facts: [], actions: ["nod", "give_key"] },
    ),
    ...progress,
    extensions,
  })
  .map((part) => withMarks(part, ({ choice_text }) => choice_text));

const coordinate = fc.option(
  fc.oneof(
    fc.integer({ min: -2, max: 2 }).map((n) => n * 300),
    number,
  ),
  { nil: null },
);

const node = fc
  .record({
    kind: fc.constantFrom(...NODE_KINDS),
    title: fc.option(text, { nil: null }),
    text,
    text_marks: textMarks,
    speaker_id: fc.option(entityId, { nil: null }),
    speaker_label: fc.option(text, { nil: null }),
    tags: fc.array(text, { maxLength: 2 }),
    ...progress,
    group_id: fc.constantFrom(null, "grp_0", "grp_gone"),
    canvas_x: coordinate,
    canvas_y: coordinate,
    conditions,
    on_enter_effects: effects,
    branches: fc.array(branch, { maxLength: 3 }),
    exit_to: fc.option(
      fc.record({ graph_id: fc.constantFrom("dlg_0", "dlg_other"), node_id: fc.option(nodeId, { nil: null }) }),
      { nil: null },
    ),
    properties: fc.constantFrom<JsonObject>({}, {}, { mood: "wary", taken: 2 }),
    extensions,
    source: fc.constantFrom(
      null,
      { format: "fabula_json", key: "k" },
      { format: "fabula_json", key: "node_1" },
      { format: "twee3", key: "k" },
    ),
  })
  .map((part) => withMarks(part, (each) => each.text));

const variables: Variable[] = [
  {
    ...VARIABLE_DEFAULTS,
    id: "var_0",
    name: "open",
    type: "boolean",
    default: false,
    enum_values: [],
    description: "",
  },
  {
    ...VARIABLE_DEFAULTS,
    id: "var_1",
    name: "courage",
    type: "integer",
    default: 3,
    enum_values: [],
    min: 0,
    max: 9,
    scope: "dialogue",
    description: "how brave",
  },
  {
    ...VARIABLE_DEFAULTS,
    id: "var_2",
    name: "mood",
    type: "enum",
    default: "calm",
    enum_values: ["calm", "angry"],
    description: "",
  },
];

const entities = [
  { id: "ent_0", external_id: "harbour", type: "location", name: "The harbour", properties: {}, parent_id: null },
  { id: "ent_1", external_id: "mara", type: "character", name: "Mara", properties: { age: 40 }, parent_id: "ent_0" },
  { id: "ent_2", external_id: "gate", type: "location", name: "The gate", properties: {}, parent_id: "ent_0" },
];

/** Generates dialogues in wire form: with dangling references, equal keys, missing and equal positions. */
export const anyDialogue: fc.Arbitrary<ExportedDialogue> = fc
  .record({
    nodes: fc.array(node, { maxLength: NODES }),
    start_node_id: fc.option(nodeId, { nil: null }),
    name: text,
    extensions,
    source: fc.constantFrom(null, { format: "fabula_json", key: "g" }),
  })
  .map(({ nodes, ...graph }) => ({
    graph: { id: "dlg_0", description: "", folder: "Act 1/Harbour", ...graph },
    nodes: nodes.map((fields, n) => ({
      ...fields,
      id: `node_${n}`,
      branches: fields.branches.map((item, b) => ({ ...item, id: `br_${n}_${b}` })),
    })),
    groups: [{ id: "grp_0", title: "Act one", color: COLORS[1] }],
    annotations: [{ id: "ann_0", text: "note", canvas_x: 1, canvas_y: -2, width: null, height: 10, color: "neutral" }],
    variables,
    entities,
  }));
