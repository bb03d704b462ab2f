import { sql } from "drizzle-orm";
import { nodeFromState } from "#domain/dialogue/from-state.ts";
import type { DialogueNode, RecordMeta } from "#domain/dialogue/wire.ts";
import { type Columns, type Db, isOneOf } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { nodeResource } from "../dialogues/public.ts";

/** A node without when it was recorded. */
export type StoryNode = Omit<DialogueNode, keyof RecordMeta | "project_id">;

/** A node of a story with its place in the order of creation. */
export interface PlacedNode {
  readonly node: StoryNode;
  readonly createdSeq: number;
}

/** Nodes of dialogues by dialogue, each in the order of creation. */
export type NodesByGraph = ReadonlyMap<string, readonly PlacedNode[]>;

/** Subjects that were written between two sequences, ids by type. */
export type WrittenSubjects = ReadonlyMap<string, ReadonlySet<string>>;

/** Subjects written in between beyond which a story is read anew. */
const MAX_WRITTEN = 2_000;

/** Subjects of some types that were written between two sequences, whichever is earlier; null where they are too many to go by. */
export async function writtenBetween(
  db: Db,
  projectId: string,
  [a, b]: readonly [number, number],
  types: readonly string[],
): Promise<WrittenSubjects | null> {
  const rows = await db.execute<Columns<"events", "subject_type" | "subject_id">>(
    sql`SELECT subject_type, subject_id FROM events
        WHERE project_id = ${projectId} AND seq > ${Math.min(a, b)} AND seq <= ${Math.max(a, b)} AND ${isOneOf(sql`subject_type`, types)}
        LIMIT ${MAX_WRITTEN + 1}`,
  );
  if (rows.length > MAX_WRITTEN) return null;
  const written = new Map<string, Set<string>>();
  for (const { subject_type: type, subject_id: id } of rows)
    written.set(type, (written.get(type) ?? new Set()).add(id));
  return written;
}

/** Reads the nodes of dialogues as they were at a sequence. */
export async function readNodes(db: Db, projectId: string, graphIds: string[], seq: number): Promise<NodesByGraph> {
  const nodes = new Map<string, PlacedNode[]>(graphIds.map((id) => [id, []]));
  for (const version of await findVersions(db, nodeResource, projectId, { graph_id: graphIds }, seq))
    nodes.get(version.graph_id)?.push({ node: nodeFromState(version.id, version), createdSeq: version.created_seq });
  return nodes;
}

/**
 * Carries the nodes of dialogues on from one sequence to another: those that were written in between are read again, all others are
 * the same objects. The same map comes back where none of them belongs or belonged to these dialogues.
 */
export async function carryNodes(
  db: Db,
  projectId: string,
  nodes: NodesByGraph,
  written: ReadonlySet<string>,
  seq: number,
): Promise<NodesByGraph> {
  if (written.size === 0) return nodes;
  const found = await findVersions(db, nodeResource, projectId, { id: [...written] }, seq);
  const carried = new Map<string, readonly PlacedNode[]>();
  let isSame = true;
  for (const [graphId, before] of nodes) {
    const kept = before.filter(({ node }) => !written.has(node.id));
    const read = found
      .filter(({ graph_id }) => graph_id === graphId)
      .map((version) => ({ node: nodeFromState(version.id, version), createdSeq: version.created_seq }));
    const isTouched = read.length > 0 || kept.length < before.length;
    isSame &&= !isTouched;
    carried.set(graphId, isTouched ? [...kept, ...read].sort(byCreation) : before);
  }
  return isSame ? nodes : carried;
}

/** The order in which the record lists what it finds. */
function byCreation(a: PlacedNode, b: PlacedNode): number {
  return a.createdSeq - b.createdSeq || (a.node.id < b.node.id ? -1 : 1);
}
