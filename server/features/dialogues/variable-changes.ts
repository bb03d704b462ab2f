import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Reads which of some variables the effects of each dialogue change; only nodes that mention them are read. */
export async function variableChanges(db: Db, projectId: string, variables: readonly string[], atSeq: number | null) {
  return db.execute<{ graph_id: string; variable_id: string }>(
    sql`SELECT DISTINCT graph_id, effect.value->>'target' AS variable_id
        FROM dialogue_node_versions CROSS JOIN LATERAL (
          SELECT value FROM jsonb_each(on_enter_effects)
          UNION ALL
          SELECT own.value FROM jsonb_each(branches) branch CROSS JOIN LATERAL jsonb_each(branch.value->'effects') own
        ) effect
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND mentions && ${textArray(variables)}
          AND effect.value->>'target' = ANY(${textArray(variables)})
        ORDER BY 1, 2`,
  );
}
