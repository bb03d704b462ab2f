import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** A branch with the node that it is on. */
interface PlacedBranch {
  readonly node_id: string;
  readonly branch_id: string;
}

/** Reads the words of branches by branch, without the rest of their nodes. */
export async function choiceTexts(
  db: Db,
  projectId: string,
  branches: readonly PlacedBranch[],
  atSeq: number | null,
): Promise<ReadonlyMap<string, string>> {
  if (branches.length === 0) return new Map();
  const nodes = textArray([...new Set(branches.map(({ node_id }) => node_id))]);
  const asked = textArray(branches.map(({ branch_id }) => branch_id));
  const rows = await db.execute<{ id: string; choice_text: string }>(
    sql`SELECT b.key AS id, b.value ->> 'choice_text' AS choice_text
        FROM dialogue_node_versions n CROSS JOIN LATERAL jsonb_each(n.branches) b
        WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND n.id = ANY(${nodes}) AND b.key = ANY(${asked})`,
  );
  return new Map(rows.map(({ id, choice_text }) => [id, choice_text]));
}
