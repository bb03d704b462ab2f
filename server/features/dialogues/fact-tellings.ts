import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** A fact that a dialogue tells to an entity. */
interface FactTelling {
  readonly graph_id: string;
  readonly fact_id: string;
  readonly entity_id: string;
}

/** Reads which of some facts the dialogues tell to whom; what is told to all who are present is told to those who speak there. */
export async function factTellings(
  db: Db,
  projectId: string,
  facts: readonly string[],
  atSeq: number | null,
): Promise<FactTelling[]> {
  if (facts.length === 0) return [];
  return db.execute<FactTelling & Record<string, unknown>>(
    sql`WITH told AS (
          SELECT DISTINCT graph_id, effect.value->>'key' AS fact_id, effect.value->>'target' AS entity_id
          FROM dialogue_node_versions CROSS JOIN LATERAL (
            SELECT value FROM jsonb_each(on_enter_effects)
            UNION ALL
            SELECT own.value FROM jsonb_each(branches) branch CROSS JOIN LATERAL jsonb_each(branch.value->'effects') own
          ) effect
          WHERE project_id = ${projectId} AND ${holds(atSeq)} AND mentions && ${textArray(facts)}
            AND effect.value->>'op' = 'fact.tell' AND effect.value->>'key' = ANY(${textArray(facts)})
        )
        SELECT graph_id, fact_id, entity_id FROM told WHERE entity_id IS NOT NULL
        UNION
        SELECT told.graph_id, told.fact_id, spoken.speaker_id
        FROM told JOIN dialogue_node_versions spoken ON spoken.graph_id = told.graph_id
        WHERE told.entity_id IS NULL AND spoken.project_id = ${projectId} AND ${holds(atSeq, "spoken")}
          AND spoken.speaker_id IS NOT NULL`,
  );
}
