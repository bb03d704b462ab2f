import fc from "fast-check";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import { madeNode } from "./apply-node.ts";
import type { Content } from "./content.ts";
import type { Operation } from "./operation.ts";

/** Few ids, so that operations meet each other. */
const NODES = ["node_a", "node_b", "node_c", "node_d"];
const BRANCHES = ["br_a", "br_b", "br_c", "br_d"];
const GROUPS = ["grp_a", "grp_b"];
const NOTES = ["ann_a", "ann_b"];

export function branch(id: string, text = ""): Branch {
  return {
    ...BRANCH_DEFAULTS,
    id,
    choice_text: text,
    conditions: [],
    effects: [],
    extensions: {},
  };
}

/** A dialogue with two cards, one of them in a group, and a note. */
export function smallContent(): Content {
  return {
    graph: { id: "dlg_a", name: "The gate", description: "", start_node_id: null },
    nodes: new Map([
      [
        "node_a",
        madeNode({ id: "node_a", text: "Who goes there?", branches: [branch("br_a", "A friend."), branch("br_b")] }),
      ],
      ["node_b", madeNode({ id: "node_b", text: "Pass.", group_id: "grp_a" })],
    ]),
    groups: new Map([["grp_a", { id: "grp_a", title: "At the gate", color: "blue" }]]),
    annotations: new Map([
      [
        "ann_a",
        { id: "ann_a", text: "Slow here", canvas_x: 0, canvas_y: 0, width: null, height: null, color: "yellow" },
      ],
    ]),
    removed: new Map(),
  };
}

const words = fc.constantFrom("", "Aye.", "No.", "Perhaps.");
const nodeId = fc.constantFrom(...NODES);
const branchId = fc.constantFrom(...BRANCHES);
const before = fc.option(branchId, { nil: null });
const group = fc.option(fc.constantFrom(...GROUPS), { nil: null });
const coordinate = fc.integer({ min: 0, max: 3 });

/** Any operation, possible or not. */
export const anyOperation = fc.oneof(
  fc.record({
    op: fc.constant("node.create" as const),
    node: fc.record({
      id: nodeId,
      text: words,
      branches: fc.uniqueArray(branchId, { maxLength: 2 }).map((ids) => ids.map((id) => branch(id))),
    }),
  }),
  fc.record({
    op: fc.constant("node.update" as const),
    id: nodeId,
    patch: fc.record({ text: words, title: words, group_id: group }, { requiredKeys: [] }),
  }),
  fc.record({ op: fc.constant("node.move" as const), id: nodeId, canvas_x: coordinate, canvas_y: coordinate }),
  fc.record({ op: fc.constant("node.delete" as const), id: nodeId }),
  fc.record({ op: fc.constant("node.restore" as const), id: nodeId }),
  fc.record({
    op: fc.constant("branch.create" as const),
    node_id: nodeId,
    branch: branchId.map((id) => branch(id)),
    before,
  }),
  fc.record({
    op: fc.constant("branch.update" as const),
    node_id: nodeId,
    id: branchId,
    patch: fc.record(
      {
        choice_text: words,
        weight: coordinate,
        extensions: fc.dictionary(
          fc.constantFrom("x", "y"),
          fc.constantFrom(null, 1, { z: 1 }, { z: null, w: 2 }),
        ) as never,
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ op: fc.constant("branch.delete" as const), node_id: nodeId, id: branchId }),
  fc.record({ op: fc.constant("branch.move" as const), node_id: nodeId, id: branchId, before }),
  fc.record({
    op: fc.constant("dialogue.update" as const),
    patch: fc.record({ name: words, start_node_id: nodeId }, { requiredKeys: [] }),
  }),
  fc.record({
    op: fc.constant("group.create" as const),
    group: fc.record({ id: fc.constantFrom(...GROUPS), title: words, color: fc.constant("red") }),
  }),
  fc.record({
    op: fc.constant("group.update" as const),
    id: fc.constantFrom(...GROUPS),
    patch: fc.record({ title: words }),
  }),
  fc.record({ op: fc.constant("group.delete" as const), id: fc.constantFrom(...GROUPS) }),
  fc.record({ op: fc.constant("group.restore" as const), id: fc.constantFrom(...GROUPS) }),
  fc.record({
    op: fc.constant("annotation.create" as const),
    annotation: fc.record({
      id: fc.constantFrom(...NOTES),
      text: words,
      canvas_x: coordinate,
      canvas_y: coordinate,
      width: fc.constant(null),
      height: fc.constant(null),
      color: fc.constant("red"),
    }),
  }),
  fc.record({
    op: fc.constant("annotation.update" as const),
    id: fc.constantFrom(...NOTES),
    patch: fc.record({ text: words }),
  }),
  fc.record({ op: fc.constant("annotation.delete" as const), id: fc.constantFrom(...NOTES) }),
  fc.record({ op: fc.constant("annotation.restore" as const), id: fc.constantFrom(...NOTES) }),
) as fc.Arbitrary<Operation>;
