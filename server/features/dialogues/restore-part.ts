import { Problem } from "../../kernel/problem.ts";
import { readCommit, readEvents } from "../../record/feed.ts";
import { type Resource, stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { annotationResource, groupResource, nodeResource } from "./resources.ts";

/** Brings back a deleted node of a graph as it last was; a group that is gone by now, it is no longer in. */
export async function restoreNodeIn(record: UnitOfWork, graphId: string, id: string): Promise<string[]> {
  await restoreIn(record, nodeResource, graphId, id, async (state) => {
    const grouped = state.group_id !== null && (await record.get(groupResource, state.group_id)) === null;
    return grouped ? { ...state, group_id: null } : state;
  });
  return [id];
}

/** Brings back a deleted annotation of a graph as it last was. */
export async function restoreAnnotationIn(record: UnitOfWork, graphId: string, id: string): Promise<string[]> {
  await restoreIn(record, annotationResource, graphId, id);
  return [id];
}

/** Brings back a deleted group of a graph; nodes its deletion released return to it unless they found another. */
export async function restoreGroupIn(record: UnitOfWork, graphId: string, id: string): Promise<string[]> {
  const existed = (await record.get(groupResource, id)) !== null;
  await restoreIn(record, groupResource, graphId, id);
  if (existed) return [id];
  const released = await releasedBy(record, id);
  const nodes = await record.load(nodeResource, released);
  const free = [...nodes.values()].filter((node) => node.group_id === null && node.graph_id === graphId);
  for (const node of free) {
    record.update(nodeResource, node, { ...stateOf(nodeResource, node), group_id: id }, { causation: id });
  }
  return [id, ...free.map((node) => node.id)];
}

async function releasedBy(record: UnitOfWork, groupId: string): Promise<string[]> {
  const { db, projectId } = record;
  const [last] = await readEvents(db, projectId, { subjectId: groupId }, { limit: 1, order: "desc" });
  const deleted = last?.change.unset?.includes("") ?? false;
  const commit = last !== undefined && deleted ? await readCommit(db, projectId, last.commit_seq) : [];
  const before = commit.filter(({ causation, subject_type }) => {
    return causation === groupId && subject_type === nodeResource.type;
  });
  return [...new Set([...before.map(({ subject_id }) => subject_id), ...record.causedBy(nodeResource, groupId)])];
}

async function restoreIn<S extends { graph_id: string }>(
  record: UnitOfWork,
  resource: Resource<S>,
  graphId: string,
  id: string,
  adapt: (state: S) => Promise<S> = async (state) => state,
): Promise<void> {
  const back = await record.restoreLast(resource, id, async (state) =>
    state.graph_id === graphId ? adapt(state) : null,
  );
  if (!back) throw new Problem("not_found", { detail: { id } });
}
