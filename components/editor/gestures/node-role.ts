import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { type NodeKind, TALK_KIND } from "#domain/dialogue/wire.ts";
import type { Model } from "../model/model.ts";
import { bornBranches } from "./create-node.ts";
import { type Gesture, quoted } from "./gesture.ts";
import { madeOf } from "./node-kinds.ts";
import { selectedNodes } from "./selected-parts.ts";

/** The node a dialogue starts with: the one that is set, else the first made; null when that is gone. */
export function startOf(model: Model): string | null {
  const { start_node_id } = model.graph;
  if (start_node_id !== null) return model.nodes.has(start_node_id) ? start_node_id : null;
  return model.nodes.keys().next().value ?? null;
}

/** Makes a node the one the dialogue starts with. */
export function setStart(model: Model, nodeId: string): Gesture | null {
  const node = model.nodes.get(nodeId);
  if (node === undefined || model.graph.start_node_id === nodeId) return null;
  return {
    label: `Start with ${quoted(node)}`,
    operations: [{ op: "dialogue.update", patch: { start_node_id: nodeId } }],
    said: `The dialogue starts with ${quoted(node)} now.`,
  };
}

/**
 * Makes the selected nodes of another kind. What they say and where they lead stays; those that lead nowhere get the ways out that the
 * kind is born with.
 */
export function changeKind(model: Model, selection: readonly string[], kind: NodeKind): Gesture | null {
  const nodes = selectedNodes(model, selection).filter((id) => model.nodes.get(id)?.kind !== kind);
  const [first] = nodes;
  if (first === undefined) return null;
  const name = nodes.length === 1 ? quoted(model.nodes.get(first)) : counted(nodes.length, "card");
  return {
    label: `Make ${name} ${madeOf(kind)}`,
    operations: nodes.flatMap((id): Operation[] => [
      { op: "node.update", id, patch: { kind } },
      ...(kind === TALK_KIND ? asAnswers(model, id) : []),
      ...(model.nodes.get(id)?.branches.length === 0 ? bornBranches(kind) : []).map(
        (branch): Operation => ({ op: "branch.create", node_id: id, branch, before: null }),
      ),
    ]),
    said: `${name} ${nodes.length === 1 ? "is" : "are"} ${madeOf(kind)} now.`,
  };
}

/** Makes the ways on of a node choices: in a talk they are what the player can say. */
function asAnswers(model: Model, id: string): Operation[] {
  const ways = (model.nodes.get(id)?.branches ?? []).filter((branch) => branch.kind === "auto");
  return ways.map((branch) => ({ op: "branch.update", node_id: id, id: branch.id, patch: { kind: "choice" } }));
}
