import { addToList } from "#domain/add-to-list.ts";
import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import type { PendingChange } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { graphResource, hadNodes, type NodeState, nodeResource, nodesLeadingTo } from "../dialogues/public.ts";
import type { Naming } from "./naming.ts";
import type { Dangling } from "./schemas.ts";

/**
 * Finds the references of a dialogue that the changes of a unit of work would leave dangling and that did not dangle
 * before: branches to missing nodes, a missing start, and new nodes that no branch leads to.
 */
export async function findDangling(
  record: UnitOfWork,
  graphId: string,
  named: Naming,
  accepted: readonly string[],
): Promise<Dangling[]> {
  const changes = record
    .pending(nodeResource)
    .filter(({ before, after }) => (after ?? before)?.graph_id === graphId) as PendingChange<NodeState>[];
  const partOf = new Map<string, string>();
  for (const part of accepted) for (const id of named.writtenBy.get(part) ?? []) partOf.set(id, part);
  const found: Dangling[] = [];
  const say = (dangling: Partial<Dangling> & Pick<Dangling, "kind">): void => {
    const nothing = { part_id: null, node_id: null, branch_id: null, choice_text: "", target_node_id: null };
    found.push({ ...nothing, needs_part_id: null, ...dangling });
  };

  const removed = new Set(changes.flatMap(({ id, after }) => (after === null ? [id] : [])));
  const leading = await nodesLeadingTo(record, graphId, [...removed]);
  const changed = new Set(changes.map(({ id }) => id));
  const states = [
    ...changes.flatMap(({ id, before, after }) => (after === null ? [] : [{ id, before, after }])),
    // Nothing of these is changed, but what they lead to goes.
    ...leading.flatMap((node) => (changed.has(node.id) ? [] : [{ id: node.id, before: node, after: node }])),
  ];
  const leads = states.flatMap(({ id, before, after }) => {
    const earlier = new Map(before === null ? [] : branchesFromKeyed(before.branches).map((each) => [each.id, each]));
    return branchesFromKeyed(after.branches)
      .filter(({ target_graph_id: elsewhere }) => elsewhere === null || elsewhere === graphId)
      .map((branch) => ({ id, branch, wasSo: earlier.get(branch.id)?.target_node_id === branch.target_node_id }));
  });
  const targets = leads.flatMap(({ branch }) => branch.target_node_id ?? []);
  const there = await record.load(nodeResource, [...new Set(targets)]);
  for (const { id, branch, wasSo } of leads) {
    const target = branch.target_node_id;
    if (target === null || there.get(target)?.graph_id === graphId) continue;
    // What dangled before the suggestion came is not its doing.
    if (wasSo && !removed.has(target)) continue;
    say({
      kind: "branch",
      part_id: partOf.get(id) ?? partOf.get(target) ?? null,
      node_id: id,
      branch_id: branch.id,
      choice_text: branch.choice_text,
      target_node_id: target,
      needs_part_id: missing(named.madeBy.get(target), accepted),
    });
  }

  const start = (await record.get(graphResource, graphId))?.start_node_id ?? null;
  if (start !== null && removed.has(start)) {
    say({ kind: "start", part_id: partOf.get(start) ?? null, target_node_id: start });
  }

  const fresh = changes.flatMap(({ id, before, after }) => (before === null && after !== null ? [id] : []));
  for (const id of await unreached(record, graphId, { fresh, start, leads })) {
    const lead = named.ledToBy.get(id)?.find((part) => !accepted.includes(part));
    say({ kind: "unreached", part_id: partOf.get(id) ?? null, node_id: id, needs_part_id: lead ?? null });
  }
  return found;
}

function missing(part: string | undefined, accepted: readonly string[]): string | null {
  return part === undefined || accepted.includes(part) ? null : part;
}

/** New nodes that cannot be reached from what was there before, nor from the start. */
async function unreached(
  record: UnitOfWork,
  graphId: string,
  known: {
    fresh: readonly string[];
    start: string | null;
    leads: readonly { id: string; branch: { target_node_id: string | null } }[];
  },
): Promise<string[]> {
  const { fresh, start, leads } = known;
  if (fresh.length === 0) return [];
  const isFresh = new Set(fresh);
  const waiting = new Map<string, string[]>();
  const reached = new Set<string>(start !== null && isFresh.has(start) ? [start] : []);
  for (const { id, branch } of leads) {
    const to = branch.target_node_id;
    if (to === null || !isFresh.has(to)) continue;
    if (isFresh.has(id)) addToList(waiting, id, to);
    else reached.add(to);
  }
  // Nodes nobody changes may have led to them while they were not there.
  const led = await nodesLeadingTo(record, graphId, fresh);
  for (const node of led) {
    for (const { target_node_id: to } of branchesFromKeyed(node.branches))
      if (to !== null && isFresh.has(to)) reached.add(to);
  }
  // Without a start the first node is where a dialogue begins: in an empty one, the first of these.
  const [first] = fresh;
  if (start === null && first !== undefined && !(await hadNodes(record, graphId))) reached.add(first);
  for (const id of reached) for (const to of waiting.get(id) ?? []) reached.add(to);
  return fresh.filter((id) => !reached.has(id));
}
