import { sql } from "drizzle-orm";
import { branchesFromKeyed, type StoredNodeLists } from "#domain/dialogue/keyed.ts";
import { CLOSING_KINDS } from "#domain/dialogue/wire.ts";
import { checkStructure, DANGLING_START, type GraphArrays, type ValidationReport } from "#domain/structural-checks.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { requireGraph } from "./read-graph.ts";

/**
 * Checks a dialogue's structure at one sequence. Loads a graph as one packed value of integers (100,000 nodes need
 * no text and no row objects), walks it over typed arrays, and looks up ids only for what it found.
 */
export async function validateGraph(
  db: Db,
  projectId: string,
  graphId: string,
  atSeq: number | null,
): Promise<ValidationReport> {
  const graph = await requireGraph(db, projectId, graphId, atSeq);
  const arrays = await loadArrays(db, projectId, graphId, atSeq, graph.start_node_id);
  const report = checkStructure(arrays);
  const ordinalAt = (index: number): number => arrays.ordinals[index] ?? -1;
  const found = [
    ...Array.from(report.deadEnds, ordinalAt),
    ...Array.from(report.unreachable, ordinalAt),
    ...report.invalid.map(({ node }) => ordinalAt(node)),
  ];
  const ids = await idsOf(db, projectId, graphId, found);
  const idAt = (index: number): string => ids.get(ordinalAt(index)) ?? "";
  const invalidIds = [...new Set(report.invalid.map(({ node }) => idAt(node)))];
  const branches = await branchesOf(db, projectId, invalidIds, atSeq);
  return {
    dead_ends: Array.from(report.deadEnds, idAt),
    unreachable: Array.from(report.unreachable, idAt),
    invalid_branch_targets: report.invalid.map(({ node, branch }) => {
      const at = branches.get(idAt(node))?.[branch];
      return {
        from_node_id: idAt(node),
        target_node_id: at?.target_node_id ?? null,
        choice_text: at?.choice_text ?? "",
      };
    }),
  };
}

async function loadArrays(
  db: Db,
  projectId: string,
  graphId: string,
  atSeq: number | null,
  startNodeId: string | null,
): Promise<GraphArrays> {
  const closing = sql.join(
    CLOSING_KINDS.map((kind) => sql`${kind}`),
    sql`, `,
  );
  const rows = await db.execute<{ packed: Uint8Array | null; nodes: number; start: number | null; top: number | null }>(
    sql`SELECT string_agg(int4send(ordinal) || int4send((kind IN (${closing}))::int) || array_send(target_ordinals),
            ''::bytea ORDER BY created_seq, id) AS packed,
          count(*) AS nodes, max(ordinal) FILTER (WHERE id = ${startNodeId}) AS start, max(ordinal) AS top
        FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND graph_id = ${graphId} AND ${holds(atSeq)}`,
  );
  const row = rows[0];
  const start = startNodeId === null ? null : (row?.start ?? DANGLING_START);
  return unpack(row?.packed ?? new Uint8Array(), row?.nodes ?? 0, start, row?.top ?? -1);
}

/** Reads what `loadArrays` packed: ordinal, terminal flag, then the array's own binary form (dimensions, oid, values). */
function unpack(packed: Uint8Array, nodes: number, startOrdinal: number | null, top: number): GraphArrays {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const ordinals = new Int32Array(nodes);
  const terminal = new Uint8Array(nodes);
  const offsets = new Int32Array(nodes + 1);
  const targets: number[] = [];
  let at = 0;
  for (let node = 0; node < nodes; node++) {
    ordinals[node] = view.getInt32(at);
    terminal[node] = view.getInt32(at + 4);
    const dimensions = view.getInt32(at + 8);
    at += 20;
    if (dimensions > 0) {
      const length = view.getInt32(at);
      at += 8;
      for (let i = 0; i < length; i++) {
        targets.push(view.getInt32(at + 4));
        at += 8;
      }
    }
    offsets[node + 1] = targets.length;
  }
  return { ordinals, terminal, offsets, targets: Int32Array.from(targets), startOrdinal, maxOrdinal: top };
}

async function idsOf(
  db: Db,
  projectId: string,
  graphId: string,
  ordinals: readonly number[],
): Promise<Map<number, string>> {
  if (ordinals.length === 0) return new Map();
  const rows = await db.execute<Columns<"dialogue_ordinals", "ordinal" | "node_id">>(
    sql`SELECT ordinal, node_id FROM dialogue_ordinals WHERE project_id = ${projectId} AND graph_id = ${graphId}
        AND ordinal = ANY(${sql.param(`{${[...new Set(ordinals)].join(",")}}`)}::int[])`,
  );
  return new Map(rows.map((row) => [row.ordinal, row.node_id]));
}

async function branchesOf(db: Db, projectId: string, ids: readonly string[], atSeq: number | null) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof branchesFromKeyed>>();
  const rows = await db.execute<
    Columns<"dialogue_node_versions", "id" | "branches"> & { branches: StoredNodeLists["branches"] }
  >(
    sql`SELECT id, branches FROM dialogue_node_versions WHERE project_id = ${projectId} AND ${holds(atSeq)}
        AND id = ANY(${textArray(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, branchesFromKeyed(row.branches)]));
}
