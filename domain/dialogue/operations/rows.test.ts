import { describe, expect, test } from "vitest";
import { branchesToKeyed } from "../keyed.ts";
import { StateMap } from "../state-map.ts";
import { type NodeState, type SubjectState, UNSOURCED } from "../states.ts";
import { BRANCH_DEFAULTS, type Branch } from "../wire.ts";
import type { Operation } from "./operation.ts";
import { apply, inverse, makes, needs, OPERATIONS, taken, touches } from "./table.ts";

const graph: SubjectState = {
  external_id: null,
  name: "Gate",
  description: "",
  folder: "",
  start_node_id: "node_a",
  extensions: {},
  ...UNSOURCED,
};
const branch = (id: string, choice_text: string): Branch => ({
  ...BRANCH_DEFAULTS,
  id,
  choice_text,
  text_marks: [],
  conditions: [],
  effects: [],
  extensions: {},
});
const plain: NodeState = {
  graph_id: "dlg",
  kind: "line",
  title: null,
  text: "Halt.",
  text_marks: [],
  speaker_id: null,
  speaker_label: null,
  tags: [],
  status: "draft",
  final_text: null,
  group_id: null,
  canvas_x: null,
  canvas_y: null,
  conditions: {},
  on_enter_effects: {},
  branches: {},
  exit_to: null,
  properties: {},
  extensions: {},
  ...UNSOURCED,
};
const node: NodeState = {
  ...plain,
  group_id: "grp_a",
  branches: branchesToKeyed([branch("br_a", "Pay"), branch("br_b", "Run"), branch("br_c", "Wait")]),
};
const group = { graph_id: "dlg", title: "Act I", color: "red", ...UNSOURCED };
const size = { width: null, height: null, color: "red" };
const note = { graph_id: "dlg", text: "Slowly.", canvas_x: 1, canvas_y: 2, ...size, ...UNSOURCED };

const given = () =>
  new StateMap(
    "dlg",
    [
      ["dlg", graph],
      ["grp_a", group],
      ["node_a", node],
      ["node_b", plain],
      ["ann_a", note],
    ],
    [
      ["node_x", { state: { ...plain, group_id: "grp_x" } }],
      ["grp_x", { state: group, released: ["node_b", "node_a"] }],
      ["ann_x", { state: note }],
    ],
  );

interface Expected {
  touches: string[];
  needs?: string[];
  makes?: string[];
  changes: Record<string, unknown>;
  inverse: Operation[];
}

const orders = Object.values(node.branches).map(({ order }) => order);

/** Each operation: what it says of itself, what it changes in the states given, and what undoes it. */
const cases: [when: Operation, then: Expected][] = [
  [
    { op: "node.create", node: { id: "node_c", text: "Ho.", group_id: "grp_a", branches: [branch("br_d", "Go")] } },
    {
      touches: ["node_c"],
      needs: ["group grp_a group_id"],
      makes: ["node_c", "br_d"],
      changes: {
        node_c: { ...plain, text: "Ho.", group_id: "grp_a", branches: branchesToKeyed([branch("br_d", "Go")]) },
      },
      inverse: [{ op: "node.delete", id: "node_c" }],
    },
  ],
  [
    { op: "node.update", id: "node_b", patch: { text: "Ho.", group_id: "grp_a", title: undefined } },
    {
      touches: ["node_b/text", "node_b/group_id", "node_b/text_marks"],
      needs: ["node node_b", "group grp_a group_id"],
      changes: { node_b: { ...plain, text: "Ho.", group_id: "grp_a" } },
      inverse: [{ op: "node.update", id: "node_b", patch: { text: "Halt.", group_id: null, text_marks: [] } }],
    },
  ],
  [
    { op: "node.move", id: "node_b", canvas_x: 3, canvas_y: 4 },
    {
      touches: ["node_b/canvas_x", "node_b/canvas_y"],
      needs: ["node node_b"],
      changes: { node_b: { ...plain, canvas_x: 3, canvas_y: 4 } },
      inverse: [{ op: "node.move", id: "node_b", canvas_x: null, canvas_y: null }],
    },
  ],
  [
    { op: "node.delete", id: "node_a" },
    {
      touches: ["node_a"],
      needs: ["node node_a"],
      changes: { node_a: null },
      inverse: [{ op: "node.restore", id: "node_a", group_id: "grp_a" }],
    },
  ],
  [
    { op: "node.restore", id: "node_x" },
    {
      touches: ["node_x"],
      makes: ["node_x"],
      changes: { node_x: plain },
      inverse: [{ op: "node.delete", id: "node_x" }],
    },
  ],
  [
    { op: "branch.create", node_id: "node_b", branch: { id: "br_d", choice_text: "Go" } },
    {
      touches: ["node_b/branches/br_d"],
      needs: ["node node_b"],
      makes: ["br_d"],
      changes: { node_b: { ...plain, branches: branchesToKeyed([branch("br_d", "Go")]) } },
      inverse: [{ op: "branch.delete", node_id: "node_b", id: "br_d" }],
    },
  ],
  [
    { op: "branch.update", node_id: "node_a", id: "br_a", patch: { choice_text: "Beg" } },
    {
      touches: ["node_a/branches/br_a/choice_text", "node_a/branches/br_a/text_marks"],
      needs: ["node node_a", "branch br_a"],
      changes: {
        node_a: { ...node, branches: { ...node.branches, br_a: { ...node.branches.br_a, choice_text: "Beg" } } },
      },
      inverse: [{ op: "branch.update", node_id: "node_a", id: "br_a", patch: { choice_text: "Pay", text_marks: [] } }],
    },
  ],
  [
    { op: "branch.delete", node_id: "node_a", id: "br_b" },
    {
      touches: ["node_a/branches/br_b"],
      needs: ["node node_a", "branch br_b"],
      changes: { node_a: { ...node, branches: { br_a: node.branches.br_a, br_c: node.branches.br_c } } },
      inverse: [{ op: "branch.create", node_id: "node_a", branch: branch("br_b", "Run"), before: "br_c" }],
    },
  ],
  [
    { op: "branch.move", node_id: "node_a", id: "br_a", before: null },
    {
      touches: ["node_a/branches/br_a/order"],
      needs: ["node node_a", "branch br_a"],
      changes: { node_a: { ...node, branches: { ...node.branches, br_a: { ...node.branches.br_a, order: "a3" } } } },
      inverse: [{ op: "branch.move", node_id: "node_a", id: "br_a", before: "br_b" }],
    },
  ],
  [
    { op: "dialogue.update", patch: { name: "Town", start_node_id: "node_b", extensions: { tool: { a: 1 } } } },
    {
      touches: ["dlg/name", "dlg/start_node_id", "dlg/extensions"],
      needs: ["node node_b start_node_id"],
      changes: { dlg: { ...graph, name: "Town", start_node_id: "node_b", extensions: { tool: { a: 1 } } } },
      inverse: [
        {
          op: "dialogue.update",
          patch: { name: "Gate", start_node_id: "node_a", extensions: { tool: null } },
        },
      ],
    },
  ],
  [
    { op: "group.create", group: { id: "grp_c", title: "Act II", color: "blue" } },
    {
      touches: ["grp_c"],
      makes: ["grp_c"],
      changes: { grp_c: { ...group, title: "Act II", color: "blue" } },
      inverse: [{ op: "group.delete", id: "grp_c" }],
    },
  ],
  [
    { op: "group.update", id: "grp_a", patch: { title: "Act II" } },
    {
      touches: ["grp_a/title"],
      needs: ["group grp_a"],
      changes: { grp_a: { ...group, title: "Act II" } },
      inverse: [{ op: "group.update", id: "grp_a", patch: { title: "Act I" } }],
    },
  ],
  [
    { op: "group.delete", id: "grp_a" },
    {
      touches: ["grp_a"],
      needs: ["group grp_a"],
      changes: { node_a: { ...node, group_id: null }, grp_a: null },
      inverse: [{ op: "group.restore", id: "grp_a", node_ids: ["node_a"] }],
    },
  ],
  [
    // A node that found another group meanwhile stays there.
    { op: "group.restore", id: "grp_x" },
    {
      touches: ["grp_x"],
      makes: ["grp_x"],
      changes: { grp_x: group, node_b: { ...plain, group_id: "grp_x" } },
      inverse: [{ op: "group.delete", id: "grp_x" }],
    },
  ],
  [
    { op: "annotation.create", annotation: { id: "ann_c", text: "Fast.", canvas_x: 5, canvas_y: 6, ...size } },
    {
      touches: ["ann_c"],
      makes: ["ann_c"],
      changes: { ann_c: { ...note, text: "Fast.", canvas_x: 5, canvas_y: 6 } },
      inverse: [{ op: "annotation.delete", id: "ann_c" }],
    },
  ],
  [
    { op: "annotation.update", id: "ann_a", patch: { width: 100 } },
    {
      touches: ["ann_a/width"],
      needs: ["annotation ann_a"],
      changes: { ann_a: { ...note, width: 100 } },
      inverse: [{ op: "annotation.update", id: "ann_a", patch: { width: null } }],
    },
  ],
  [
    { op: "annotation.delete", id: "ann_a" },
    {
      touches: ["ann_a"],
      needs: ["annotation ann_a"],
      changes: { ann_a: null },
      inverse: [{ op: "annotation.restore", id: "ann_a" }],
    },
  ],
  [
    { op: "annotation.restore", id: "ann_x" },
    {
      touches: ["ann_x"],
      makes: ["ann_x"],
      changes: { ann_x: note },
      inverse: [{ op: "annotation.delete", id: "ann_x" }],
    },
  ],
];

test("every operation has a case", () => {
  expect(cases.map(([{ op }]) => op)).toEqual(OPERATIONS);
});

describe.each(cases)("$op", (when, then) => {
  test("says what it touches, needs and makes", () => {
    expect(touches(when, "dlg").map(({ subjectId, pointer }) => `${subjectId}${pointer}`)).toEqual(then.touches);
    expect(needs(when).map(({ kind, id, field }) => [kind, id, field ?? []].flat().join(" "))).toEqual(
      then.needs ?? [],
    );
    expect(makes(when)).toEqual(then.makes ?? []);
  });

  test("changes what it is about and leaves the rest", () => {
    expect(Object.fromEntries(apply(given(), when))).toEqual(then.changes);
  });

  test("has an inverse while it is possible, and none where it does nothing", () => {
    expect(inverse(given(), when)).toEqual(then.inverse);
    const empty = new StateMap("dlg", []);
    const isPossible = when.op.endsWith(".create") && when.op !== "branch.create";
    expect(inverse(empty, when)).toEqual(isPossible ? then.inverse : []);
    expect(apply(empty, when).size).toBe(isPossible ? 1 : 0);
  });
});

describe("branches", () => {
  test("with one key get keys that leave room when one goes between them", () => {
    const [first = ""] = orders;
    const same = Object.fromEntries(Object.entries(node.branches).map(([id, each]) => [id, { ...each, order: first }]));
    const states = new StateMap("dlg", [["node_a", { ...node, branches: same }]]);
    const changes = apply(states, { op: "branch.move", node_id: "node_a", id: "br_c", before: "br_b" });
    const { branches } = changes.get("node_a") as NodeState;
    const sorted = Object.entries(branches).sort(([, a], [, b]) => (a.order < b.order ? -1 : 1));
    expect(sorted.map(([id]) => id)).toEqual(["br_a", "br_c", "br_b"]);
  });
});

test("an id is used once, and a branch's once on its node", () => {
  const states = given();
  expect(taken(states, { op: "node.create", node: { id: "node_x" } })).toBe("node_x");
  expect(taken(states, { op: "group.create", group: { id: "grp_a", title: "", color: "red" } })).toBe("grp_a");
  expect(taken(states, { op: "branch.create", node_id: "node_a", branch: { id: "br_a" } })).toBe("br_a");
  expect(taken(states, { op: "branch.create", node_id: "node_b", branch: { id: "br_a" } })).toBeNull();
  expect(taken(states, { op: "node.delete", id: "node_a" })).toBeNull();
});
