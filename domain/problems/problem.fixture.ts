import fc from "fast-check";
import { BRANCH_DEFAULTS, type Branch } from "../dialogue/wire.ts";
import type { Condition, Effect } from "../expression.ts";
import type { CheckedDialogue, ProblemContext, ProblemNode } from "./find-problems.ts";
import type { CheckedVariable } from "./play-problems.ts";

/** A branch to a node, or to nowhere. */
export function branch(id: string, target: string | null, more: Partial<Branch> = {}): Branch {
  return {
    ...BRANCH_DEFAULTS,
    id,
    target_node_id: target,
    choice_text: `choose ${id}`,
    conditions: [],
    effects: [],
    extensions: {},
    ...more,
  };
}

/** A line that leads to the given nodes. */
export function makeNode(id: string, targets: (string | null)[] = [], more: Partial<ProblemNode> = {}): ProblemNode {
  return {
    id,
    kind: "line",
    text: `text of ${id}`,
    speaker_id: null,
    speaker_label: null,
    conditions: [],
    on_enter_effects: [],
    branches: targets.map((target, index) => branch(`${id}.${index}`, target)),
    exit_to: null,
    extensions: {},
    ...more,
  };
}

/** An ending. */
export function ending(id: string, more: Partial<ProblemNode> = {}): ProblemNode {
  return makeNode(id, [], { kind: "end", ...more });
}

export const GRAPH_ID = "dlg_here";

export function dialogue(nodes: ProblemNode[], start: string | null = null): CheckedDialogue {
  return { id: GRAPH_ID, start_node_id: start, nodes };
}

const PLAYED = { scope: "playthrough", min: null, max: null } as const;
const VARIABLES: Record<string, CheckedVariable> = {
  var_open: { type: "boolean", enum_values: [], default: false, ...PLAYED },
  var_courage: { type: "integer", enum_values: [], default: 0, ...PLAYED },
  var_toll: { type: "number", enum_values: [], default: 0, ...PLAYED },
  var_name: { type: "string", enum_values: [], default: "", ...PLAYED },
  var_tide: { type: "enum", enum_values: ["slack", "flood", "high"], default: "slack", ...PLAYED },
};

/** A card of another dialogue, and one that is nowhere. */
export const THERE = `node_${"a".repeat(26)}`;
export const NOWHERE = `node_${"b".repeat(26)}`;

/** A project with five variables, one character and one other dialogue. */
export const CONTEXT: ProblemContext = {
  variables: new Map(Object.entries(VARIABLES)),
  entities: new Map([
    ["ent_mara", true],
    ["ent_gone", false],
  ]),
  dialogues: new Map([
    ["dlg_other", true],
    ["dlg_gone", false],
  ]),
  places: new Map([
    [THERE, true],
    [NOWHERE, false],
  ]),
};

const nodeName = fc.integer({ min: 0, max: 11 }).map((n) => `n${n}`);
const condition: fc.Arbitrary<Omit<Condition, "id">> = fc.constantFrom(
  { var: "var_open" },
  { var: "var_nobody" },
  { op: "gte", args: [{ var: "var_courage" }, { lit: 3 }] },
  { op: "lt", args: [{ var: "var_courage" }, { lit: 2 }] },
  { op: "gt", args: [{ var: "var_toll" }, { lit: 1 }] },
  { op: "eq", args: [{ var: "var_tide" }, { lit: "low" }] },
  { op: "opaque", format: "ink", source: "x > y" },
);
const effect: fc.Arbitrary<Omit<Effect, "id">> = fc.constantFrom(
  { op: "set", target: "var_open", value: { lit: true }, when: [] },
  { op: "add", target: "var_open", value: { lit: 1 }, when: [] },
  { op: "add", target: "var_courage", value: { lit: 1 }, when: [] },
  { op: "set", target: "var_lost", value: { lit: 1 }, when: [] },
);

function numbered<T>(items: T[], prefix: string): (T & { id: string })[] {
  return items.map((item, index) => ({ ...item, id: `${prefix}${index}` }));
}

const arm = fc.record({
  kind: fc.constantFrom("choice" as const, "choice" as const, "auto" as const),
  target_node_id: fc.option(nodeName, { nil: null, freq: 6 }),
  target_graph_id: fc.constantFrom(null, null, null, null, null, GRAPH_ID, "dlg_other", "dlg_gone"),
  choice_text: fc.constantFrom("", "Go", "go ", "Stay", "Ask"),
  conditions: fc.array(condition, { maxLength: 2 }).map((list) => numbered(list, "c") as Condition[]),
  effects: fc.array(effect, { maxLength: 1 }).map((list) => numbered(list, "e") as Effect[]),
  extensions: fc.constantFrom({}, {}, { fabula: { missing_target: "gate_open" } }),
});

/** Small random dialogues that hit every rule. */
export const anyDialogue: fc.Arbitrary<CheckedDialogue> = fc.record({
  id: fc.constant(GRAPH_ID),
  start_node_id: fc.option(nodeName, { nil: null }),
  nodes: fc.uniqueArray(
    fc
      .record({
        id: nodeName,
        kind: fc.constantFrom("line" as const, "line" as const, "hub" as const, "condition" as const, "end" as const),
        text: fc.constantFrom("", "Hello."),
        speaker_id: fc.constantFrom(null, "ent_mara", "ent_gone", "ent_unheard_of"),
        speaker_label: fc.constantFrom(null, "???"),
        conditions: fc.array(condition, { maxLength: 1 }).map((list) => numbered(list, "c") as Condition[]),
        on_enter_effects: fc.array(effect, { maxLength: 1 }).map((list) => numbered(list, "e") as Effect[]),
        arms: fc.array(arm, { maxLength: 3 }),
      })
      .map(({ arms, ...fields }) =>
        makeNode(fields.id, [], {
          ...fields,
          branches: arms.map((more, index) => branch(`${fields.id}.${index}`, null, more)),
        }),
      ),
    { selector: ({ id }) => id, maxLength: 12 },
  ),
});
