import fc from "fast-check";
import type { Effect } from "../../expression.ts";
import { marksIn, TEXT_MARK_KINDS, type TextMark } from "../../text-marks/text-mark.ts";
import { branchesToKeyed, toKeyed } from "../keyed.ts";
import { LINE_STATUSES, NEW_LINE, progressAfter } from "../line-status.ts";
import { StateMap } from "../state-map.ts";
import { isPart, type States, type SubjectState, UNSOURCED } from "../states.ts";
import { BRANCH_KINDS, type Branch, COLORS, NODE_KINDS, type TalkOutcome } from "../wire.ts";
import type { OpenOperation } from "./operation.ts";

/** Ids that random states and operations choose from. */
export interface Ids {
  readonly graph: string;
  readonly nodes: readonly string[];
  readonly branches: readonly string[];
  readonly groups: readonly string[];
  readonly annotations: readonly string[];
  readonly conditions: readonly string[];
  readonly effects: readonly string[];
  readonly variable: string;
}

/** A few ids of each kind in the form the server makes; `run` keeps those of one run apart from those of the next. */
export function someIds(run = 0): Ids {
  const some = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}_${String(run).padStart(24, "0")}0${n}`);
  return {
    graph: some("dlg", 1)[0] ?? "",
    nodes: some("node", 4),
    branches: some("br", 5),
    groups: some("grp", 3),
    annotations: some("ann", 3),
    conditions: some("cnd", 3),
    effects: some("ef", 3),
    variable: some("var", 1)[0] ?? "",
  };
}

const words = fc.constantFrom("", "Halt.", "Salt pays.", "雪");
const progress = { status: fc.constantFrom(...LINE_STATUSES), final_text: fc.option(words) };
const marks = fc.array(fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(8), end: fc.nat(10) }), {
  maxLength: 2,
});
const place = fc.integer({ min: -3, max: 3 });
const color = fc.constantFrom(...COLORS);
// A merge patch cannot say null inside an object, so that extensions of states have none.
const kept = fc.constantFrom<object>({}, { tool: { a: 1 } }, { tool: { a: 1, b: [null, 2] }, other: "x" });
const merged = fc.oneof(kept, fc.constantFrom<object>({ tool: null }, { tool: { a: null, c: { d: true } } }));

/** Generates lists of entries with distinct ids. */
function entries<T extends object>(ids: readonly (string | undefined)[], entry: fc.Arbitrary<T>) {
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), entry), {
    maxLength: 3,
    comparator: (a, b) => a[0] !== undefined && a[0] === b[0],
  });
}

function logic(ids: Ids, isOpen: boolean) {
  const withId = <T extends object>(list: (readonly [string | undefined, T])[]) =>
    list.map(([id, entry]) => (id === undefined ? entry : { ...entry, id }));
  const open = isOpen ? [undefined] : [];
  const condition = fc.constantFrom({ lit: true }, { lit: false }, { var: ids.variable });
  const effect = fc.record<Omit<Effect, "id">>({
    op: fc.constantFrom("set", "add"),
    target: fc.constant(ids.variable),
    value: fc.constantFrom({ lit: 1 }, { lit: 2 }),
    when: fc.constant([]),
  });
  return {
    conditions: entries([...ids.conditions, ...open], condition).map(withId),
    effects: entries([...ids.effects, ...open], effect).map(withId),
  };
}

function branchFields(ids: Ids, isOpen: boolean) {
  return {
    kind: fc.constantFrom(...BRANCH_KINDS),
    target_node_id: fc.option(fc.constantFrom(...ids.nodes)),
    target_graph_id: fc.constant(null),
    choice_text: words,
    text_marks: marks,
    ...logic(ids, isOpen),
    when_unavailable: fc.constantFrom("hide", "disable"),
    repeat: fc.constantFrom("sticky", "once"),
    repeat_scope: fc.constantFrom("playthrough", "visit"),
    repeat_limit: fc.option(fc.integer({ min: 1, max: 9 })),
    unwind: fc.boolean(),
    weight: fc.constantFrom(1, 2.5),
    opened_by: fc.constantFrom<TalkOutcome | null>(
      null,
      { facts: ["fact_a"], actions: [] },
      { facts: [], actions: ["give_key"] },
    ),
    ...progress,
  };
}

function branches(ids: Ids, isOpen: boolean) {
  const branch = fc.record({ ...branchFields(ids, isOpen), extensions: kept });
  return entries([...ids.branches, ...(isOpen ? [undefined] : [])], branch).map((list) =>
    list.map(([id, fields]) => (id === undefined ? fields : { ...fields, id })),
  );
}

function nodeFields(ids: Ids, isOpen: boolean) {
  const { conditions, effects } = logic(ids, isOpen);
  return {
    kind: fc.constantFrom(...NODE_KINDS),
    title: fc.option(fc.constantFrom("Gate", "Town")),
    text: words,
    text_marks: marks,
    speaker_id: fc.constant(null),
    speaker_label: fc.option(fc.constantFrom("Guard", "Ana")),
    tags: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    ...progress,
    group_id: fc.option(fc.constantFrom(...ids.groups)),
    canvas_x: fc.option(place),
    canvas_y: fc.option(place),
    conditions,
    on_enter_effects: effects,
    branches: branches(ids, isOpen),
    exit_to: fc.option(
      fc.record({ graph_id: fc.constant(ids.graph), node_id: fc.option(fc.constantFrom(...ids.nodes)) }),
    ),
  };
}

const groupFields = { title: fc.constantFrom("Act I", "Act II"), color };
const annotationFields = {
  text: words,
  canvas_x: place,
  canvas_y: place,
  width: fc.option(fc.constantFrom(100, 200)),
  height: fc.option(fc.constantFrom(100, 200)),
  color,
};
const graphFields = {
  name: fc.constantFrom("At the gate", "In town"),
  description: words,
  folder: fc.constantFrom("", "Act 1", "Act 1/Harbour"),
};

/** Arbitrary states of a dialogue: some parts exist, some were deleted, others never were. Each branch is on one node. */
export function randomStates(ids: Ids): fc.Arbitrary<StateMap> {
  const node = fc.record({ ...nodeFields(ids, false), properties: kept, extensions: kept });
  const ofEach = <T>(list: readonly string[], value: fc.Arbitrary<T>) =>
    fc.tuple(...list.map(() => fc.tuple(fc.constantFrom("present", "present", "deleted", "never"), value)));
  return fc
    .record({
      graph: fc.record({ ...graphFields, start_node_id: fc.option(fc.constantFrom(...ids.nodes)), extensions: kept }),
      nodes: ofEach(ids.nodes, node),
      groups: ofEach(ids.groups, fc.record(groupFields)),
      annotations: ofEach(ids.annotations, fc.record(annotationFields)),
    })
    .map(({ graph, nodes, groups, annotations }) => {
      const states = new StateMap(ids.graph, [[ids.graph, { ...graph, ...UNSOURCED } as SubjectState]]);
      const add = (id: string, [fate]: readonly [string, unknown], state: object): void => {
        const whole = { ...state, graph_id: ids.graph, ...UNSOURCED } as SubjectState;
        if (fate === "present") states.present.set(id, whole);
        if (fate === "deleted") states.deleted.set(id, { state: whole, released: ids.nodes });
      };
      for (const [n, each] of groups.entries()) add(ids.groups[n] ?? "", each, each[1]);
      for (const [n, each] of annotations.entries()) add(ids.annotations[n] ?? "", each, each[1]);
      const used = new Set<string>();
      for (const [n, each] of nodes.entries()) {
        const { branches: list, conditions, on_enter_effects, group_id, ...fields } = each[1];
        const own = (list as Branch[])
          .filter(({ id }) => !used.has(id))
          .map((branch) => ({ ...branch, text_marks: marksIn(branch.choice_text, branch.text_marks) }));
        for (const { id } of own) used.add(id);
        add(ids.nodes[n] ?? "", each, {
          ...fields,
          ...progressAfter(NEW_LINE, fields, fields.text),
          text_marks: marksIn(fields.text, fields.text_marks),
          group_id: group_id !== null && states.present.has(group_id) ? group_id : null,
          branches: branchesToKeyed(own),
          conditions: toKeyed(conditions as never),
          on_enter_effects: toKeyed(on_enter_effects as never),
        });
      }
      return states;
    });
}

/** Arbitrary operations, possible or not, with ids left open or not. */
export function randomOperation(ids: Ids): fc.Arbitrary<OpenOperation> {
  const op = <Op extends OpenOperation["op"]>(name: Op) => fc.constant(name);
  const some = <T>(fields: { [Field in keyof T]: fc.Arbitrary<T[Field]> }) =>
    fc.record(fields, { requiredKeys: [] }).filter((patch) => Object.keys(patch).length > 0);
  const [node, branch, group, annotation] = [ids.nodes, ids.branches, ids.groups, ids.annotations].map((each) =>
    fc.constantFrom(...each),
  ) as [fc.Arbitrary<string>, fc.Arbitrary<string>, fc.Arbitrary<string>, fc.Arbitrary<string>];
  const before = fc.option(branch);
  const operations = [
    fc.record({
      op: op("node.create"),
      node: fc.record({ id: node, ...nodeFields(ids, true) }, { requiredKeys: ["id"] }),
    }),
    fc.record({
      op: op("node.update"),
      id: node,
      patch: some({ ...nodeFields(ids, true), properties: merged, extensions: merged }),
    }),
    fc.record({ op: op("node.move"), id: node, canvas_x: place, canvas_y: place }),
    fc.record({ op: op("node.delete"), id: node }),
    fc.record(
      { op: op("node.restore"), id: node, group_id: fc.option(fc.constantFrom(...ids.groups)) },
      { requiredKeys: ["op", "id"] },
    ),
    fc.record({
      op: op("branch.create"),
      node_id: node,
      branch: fc.record({ id: branch, ...branchFields(ids, true), extensions: kept }, { requiredKeys: ["id"] }),
      before,
    }),
    fc.record({
      op: op("branch.update"),
      node_id: node,
      id: branch,
      patch: some({ ...branchFields(ids, true), extensions: merged }),
    }),
    fc.record({ op: op("branch.delete"), node_id: node, id: branch }),
    fc.record({ op: op("branch.move"), node_id: node, id: branch, before }),
    fc.record({
      op: op("dialogue.update"),
      patch: some({ ...graphFields, start_node_id: fc.option(node), extensions: merged }),
    }),
    fc.record({ op: op("group.create"), group: fc.record({ id: group, ...groupFields }) }),
    fc.record({ op: op("group.update"), id: group, patch: some(groupFields) }),
    fc.record({ op: op("group.delete"), id: group }),
    fc.record(
      { op: op("group.restore"), id: group, node_ids: fc.array(fc.constantFrom(...ids.nodes), { maxLength: 3 }) },
      { requiredKeys: ["op", "id"] },
    ),
    fc.record({ op: op("annotation.create"), annotation: fc.record({ id: annotation, ...annotationFields }) }),
    fc.record({ op: op("annotation.update"), id: annotation, patch: some(annotationFields) }),
    fc.record({ op: op("annotation.delete"), id: annotation }),
    fc.record({ op: op("annotation.restore"), id: annotation }),
  ];
  return fc.oneof(...(operations as fc.Arbitrary<OpenOperation>[]));
}

/** Makes ids that are not among those given, in the form the server makes. */
export function countingIds(run = 0): (kind: "branch" | "condition" | "effect") => string {
  let made = 0;
  const prefix = { branch: "br", condition: "cnd", effect: "ef" } as const;
  return (kind) => `${prefix[kind]}_${String(run).padStart(20, "0")}1${String(made++).padStart(5, "0")}`;
}

type Worded = { readonly text?: string; readonly choice_text?: string; readonly text_marks?: TextMark[] };

/** An operation whose marks lie within the words that they will be on, as a studio makes them. */
export function withMarksInside(states: States, operation: OpenOperation): OpenOperation {
  const inside = <T extends Worded>(said: T, words: string): T => ({
    ...said,
    ...(said.text_marks !== undefined && { text_marks: marksIn(words, said.text_marks) }),
    ...("branches" in said && {
      branches: (said.branches as Worded[] | undefined)?.map((each) => inside(each, each.choice_text ?? "")),
    }),
  });
  const node =
    "node_id" in operation ? states.get(operation.node_id) : "id" in operation ? states.get(operation.id) : null;
  const known = isPart("node", node) ? node : undefined;
  switch (operation.op) {
    case "node.create":
      return {
        ...operation,
        node: inside(operation.node as Worded, operation.node.text ?? "") as typeof operation.node,
      };
    case "node.update": {
      const { patch } = operation;
      return { ...operation, patch: inside(patch as Worded, patch.text ?? known?.text ?? "") as typeof patch };
    }
    case "branch.create": {
      const { branch } = operation;
      return { ...operation, branch: inside(branch as Worded, branch.choice_text ?? "") as typeof branch };
    }
    case "branch.update": {
      const { id, patch } = operation;
      const words = patch.choice_text ?? known?.branches[id]?.choice_text ?? "";
      return { ...operation, patch: inside(patch as Worded, words) as typeof patch };
    }
    default:
      return operation;
  }
}
