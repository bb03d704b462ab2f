import { type SQL, sql } from "drizzle-orm";
import { isoMoment } from "../../kernel/clock.ts";
import type { Columns, Db } from "../../record/database.ts";
import { column } from "../../record/list/row.ts";
import { holds } from "../../record/versions.ts";

/** Sequence of a version that still holds, as a literal: under a parameter the planner leaves partial indexes alone. */
const ENDED = sql.raw("n.valid_to_seq < 9007199254740991");

/**
 * The sequence of the last change to nodes of a dialogue, deletions included, which are found by the versions they
 * ended: two look-ups at the end of an index, however many nodes there are.
 */
export function lastNodeChange(projectId: SQL, graphId: SQL, upTo: number): SQL {
  const nodes = sql`FROM dialogue_node_versions n WHERE n.project_id = ${projectId} AND n.graph_id = ${graphId}`;
  return sql`greatest((SELECT max(n.valid_from_seq) ${nodes} AND n.valid_from_seq <= ${upTo}),
    (SELECT max(n.valid_to_seq) + 1 ${nodes} AND ${ENDED} AND n.valid_to_seq < ${upTo}))`;
}

/** The sequence of the last change to the dialogue of a row of a project's list, or to anything in it. */
export function lastEdit(projectId: string, atSeq: number | null, upTo: number): SQL {
  const project = sql`${projectId}`;
  const part = (table: string): SQL => sql`(SELECT max(p.valid_from_seq) FROM ${sql.identifier(table)} p
    WHERE p.project_id = ${project} AND p.graph_id = ${column("id")} AND ${holds(atSeq, "p")})`;
  return sql`greatest(${column("valid_from_seq")}, ${lastNodeChange(project, column("id"), upTo)},
    ${part("dialogue_group_versions")}, ${part("dialogue_annotation_versions")})`;
}

/** Returns the authors and times of the events of some sequences. */
export async function authorsOf(
  db: Db,
  projectId: string,
  seqs: readonly number[],
): Promise<Map<number, { actor: string; at: string }>> {
  const rows = await db.execute<Columns<"events", "seq" | "actor" | "recorded_at">>(
    sql`SELECT seq, actor, recorded_at FROM events WHERE project_id = ${projectId}
        AND seq = ANY(${sql.param(`{${[...new Set(seqs)].join(",")}}`)}::bigint[])`,
  );
  return new Map(rows.map(({ seq, actor, recorded_at }) => [seq, { actor, at: isoMoment(recorded_at) }]));
}
