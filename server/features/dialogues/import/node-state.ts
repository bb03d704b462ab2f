import { type BranchInput, identifyBranches, identifyEntries } from "#domain/dialogue/branch-identity.ts";
import { type NodeLists, nodeListsFromKeyed, nodeListsToKeyed, type StoredNodeLists } from "#domain/dialogue/keyed.ts";
import type { Branch, ExitTo } from "#domain/dialogue/wire.ts";
import { type Condition, type Effect, mapEffectReferences, mapReferences } from "#domain/expression.ts";
import type { ImportedBranch, ImportedNode } from "#domain/import/story.ts";
import type { JsonObject } from "#domain/json.ts";
import { marksIn } from "#domain/text-marks/text-mark.ts";
import { newId } from "../../../kernel/ids.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { nodeResource } from "../resources.ts";
import type { NodeVersion } from "../states.ts";
import type { ImportWriter } from "./import-writer.ts";
import { keepInBranch } from "./kept-fields.ts";
import type { GraphMatch } from "./match-graphs.ts";
import { withUnresolved } from "./own-extension.ts";
import type { Missing, References } from "./references.ts";

const PREFIX = { branch: "br", condition: "cnd", effect: "ef" } as const;
const NO_LISTS: NodeLists = { branches: [], conditions: [], on_enter_effects: [] };

/** An imported node with a place in the project, on its way to becoming a state. */
export interface PlacedNode {
  imported: ImportedNode;
  id: string;
  existing: NodeVersion | null;
  before: NodeLists;
  /** Ids of its branches, where expressions name one of them; else they are found when the lists are made. */
  branchIds: string[] | null;
  missing: Missing;
}

/** Sets some nodes beside those in the project that they are. */
export async function placeNodes(
  record: UnitOfWork,
  match: GraphMatch,
  nodes: readonly ImportedNode[],
  branchIds: BranchIds,
): Promise<PlacedNode[]> {
  const idOf = ({ key }: ImportedNode): string => {
    const id = match.nodes.ids.get(key);
    if (id === undefined) throw new Error(`a node of the file was not matched: ${key}`);
    return id;
  };
  const known = nodes.map(idOf).filter((id) => match.nodes.existing.has(id));
  const present = await record.load(nodeResource, known);
  return nodes.map((imported) => {
    const id = idOf(imported);
    const existing = present.get(id) ?? null;
    const before = existing === null ? NO_LISTS : nodeListsFromKeyed(existing);
    return { imported, id, existing, before, branchIds: branchIds.get(id) ?? null, missing: new Map() };
  });
}

/** Ids of the branches of some nodes, by the node's id. */
export type BranchIds = Map<string, string[]>;

/** Gives ids to the branches of the nodes that have one which expressions name, and makes them known as references. */
export function nameBranches(
  match: GraphMatch,
  nodes: readonly PlacedNode[],
  references: References,
  now: number,
  branchIds: BranchIds,
): void {
  for (const { id, imported, before } of nodes) {
    if (imported.branches.every(({ key }) => key === null)) continue;
    const shells = imported.branches.map((branch) => ({
      ...shellOf(match, branch, references),
      conditions: [],
      effects: [],
    }));
    const ids = identifyBranches(before.branches, shells, (kind) => newId(PREFIX[kind], now)).map(
      (branch) => branch.id,
    );
    const known = references.branches.get(match.id) ?? new Map<string, string>();
    references.branches.set(match.id, known);
    for (const [index, { key }] of imported.branches.entries()) if (key !== null) known.set(key, ids[index] ?? "");
    branchIds.set(id, ids);
  }
}

/** The lists of a node as the record keeps them; what is still there keeps its id and its place. */
export function importedLists(
  match: GraphMatch,
  node: PlacedNode,
  references: References,
  { format, now }: ImportWriter,
): StoredNodeLists {
  const { imported, before, missing } = node;
  const earlier = new Map(before.branches.map((branch) => [branch.id, branch]));
  const map = references.map(match.id, missing);
  const makeId = (kind: keyof typeof PREFIX): string => newId(PREFIX[kind], now);
  const sent = imported.branches.map((branch, index): BranchInput => {
    const id = node.branchIds?.[index];
    return {
      ...(id !== undefined && { id }),
      ...shellOf(match, branch, references),
      conditions: branch.conditions.map((each) => mapReferences(each, map)),
      effects: branch.effects.map((each) => mapEffectReferences(each, map)),
    };
  });
  const lists: NodeLists = {
    branches: identifyBranches(before.branches, sent, makeId).map((branch) =>
      keepInBranch(format, match.id, branch, earlier.get(branch.id)),
    ),
    conditions: identifyEntries<Condition>(
      before.conditions,
      imported.conditions.map((each) => mapReferences(each, map)),
      () => makeId("condition"),
    ),
    on_enter_effects: identifyEntries<Effect>(
      before.on_enter_effects,
      imported.on_enter_effects.map((each) => mapEffectReferences(each, map)),
      () => makeId("effect"),
    ),
  };
  return nodeListsToKeyed(lists, node.existing ?? undefined);
}

/** A branch without its id and its logic: what it says and where it leads. */
function shellOf(
  match: GraphMatch,
  branch: ImportedBranch,
  references: References,
): Omit<Branch, "id" | "conditions" | "effects"> {
  const missing: Missing = new Map();
  const { target_key, target_graph_key } = branch;
  const named = target_graph_key === null ? null : references.graph(target_graph_key, missing);
  const graphId = named ?? match.id;
  const nodeId = target_key === null ? null : references.node(graphId, target_key, missing);
  const missingTarget = nodeId === null ? undefined : missing.get(nodeId);
  const missingGraph = missing.get(graphId);
  return {
    kind: branch.kind,
    target_node_id: nodeId,
    target_graph_id: named,
    choice_text: branch.choice_text,
    text_marks: marksIn(branch.choice_text, branch.text_marks),
    when_unavailable: branch.when_unavailable,
    repeat: branch.repeat,
    repeat_scope: branch.repeat_scope,
    repeat_limit: branch.repeat_limit,
    unwind: branch.unwind,
    weight: branch.weight,
    opened_by: branch.opened_by,
    status: branch.status,
    final_text: branch.final_text,
    extensions: withUnresolved(branch.extensions as JsonObject, {
      ...(missingTarget !== undefined && { missing_target: missingTarget }),
      ...(missingGraph !== undefined && { missing_graph: missingGraph }),
    }),
  };
}

/** Returns the exit of a node from its graph. */
export function importedExit({ imported, missing }: PlacedNode, references: References): ExitTo | null {
  if (imported.exit_to === null) return null;
  const graphId = references.graph(imported.exit_to.graph_key, missing);
  const { node_key } = imported.exit_to;
  return { graph_id: graphId, node_id: node_key === null ? null : references.node(graphId, node_key, missing) };
}
