import { nodeListsToKeyed } from "#domain/dialogue/keyed.ts";
import { NEW_LINE } from "#domain/dialogue/line-status.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { apply, inverse } from "#domain/dialogue/operations/table.ts";
import { StateMap } from "#domain/dialogue/state-map.ts";
import { type SubjectState, UNSOURCED } from "#domain/dialogue/states.ts";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import type { Model, Node } from "./model.ts";
import { keepIdentity, ModelView } from "./model-view.ts";

/** A branch for tests. */
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

/** A node for tests: what nothing is said about is as in every new node. */
export function sampleNode(fields: Partial<Node> & { readonly id: string }): Node {
  return {
    kind: "line",
    title: null,
    text: "",
    text_marks: [],
    speaker_id: null,
    speaker_label: null,
    tags: [],
    ...NEW_LINE,
    group_id: null,
    canvas_x: null,
    canvas_y: null,
    conditions: [],
    on_enter_effects: [],
    branches: [],
    exit_to: null,
    properties: {},
    extensions: {},
    source: null,
    ...fields,
  };
}

/** A dialogue with two nodes, one of them in a group, and a note. */
export function smallContent(): Model {
  return {
    graph: { id: "dlg_a", name: "The gate", description: "", start_node_id: null },
    nodes: new Map([
      [
        "node_a",
        sampleNode({ id: "node_a", text: "Who goes there?", branches: [branch("br_a", "A friend."), branch("br_b")] }),
      ],
      ["node_b", sampleNode({ id: "node_b", text: "Pass.", group_id: "grp_a" })],
    ]),
    groups: new Map([["grp_a", { id: "grp_a", title: "At the gate", color: "blue" }]]),
    annotations: new Map([
      [
        "ann_a",
        { id: "ann_a", text: "Slow here", canvas_x: 0, canvas_y: 0, width: null, height: null, color: "yellow" },
      ],
    ]),
  };
}

/** The stored states of a dialogue that is drawn like this. */
export function statesOf({ graph, nodes, groups, annotations }: Model): StateMap {
  const graph_id = graph.id;
  const { id: _, ...state } = graph;
  const states: [string, object][] = [[graph_id, { extensions: {}, folder: "", ...state, ...UNSOURCED }]];
  for (const { id, source, ...node } of nodes.values()) {
    const sourced = { source_format: source?.format ?? null, source_key: source?.key ?? null };
    states.push([id, { ...node, ...nodeListsToKeyed(node), ...sourced, graph_id }]);
  }
  for (const { id, ...part } of [...groups.values(), ...annotations.values()])
    states.push([id, { ...part, ...UNSOURCED, graph_id }]);
  return new StateMap(graph_id, states as [string, SubjectState][]);
}

/** A dialogue after operations, and the operations that undo them. */
export function performed(model: Model, operations: readonly Operation[]): { model: Model; inverse: Operation[] } {
  const states = statesOf(model);
  const view = new ModelView(model.graph.id, states.present);
  const back: Operation[][] = [];
  for (const operation of operations) {
    back.push(inverse(states, operation));
    const changes = apply(states, operation);
    states.take(changes);
    view.take(changes);
  }
  const { graph, nodes, groups, annotations } = view.model;
  const kept = {
    graph: keepIdentity(model.graph, graph),
    nodes: keptMap(model.nodes, nodes),
    groups: keptMap(model.groups, groups),
    annotations: keptMap(model.annotations, annotations),
  };
  return { model: kept, inverse: back.reverse().flat() };
}

function keptMap<T>(known: ReadonlyMap<string, T>, next: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const map = new Map([...next].map(([id, part]) => [id, keepIdentity(known.get(id), part)]));
  return map.size === known.size && [...map].every(([id, part]) => known.get(id) === part) ? known : map;
}

/** A dialogue after operations. */
export function after(model: Model, operations: readonly Operation[]): Model {
  return performed(model, operations).model;
}
