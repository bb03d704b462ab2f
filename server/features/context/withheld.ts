import { sql } from "drizzle-orm";
import { holds } from "../../record/versions.ts";
import { factResource } from "../facts/public.ts";
import type { Moment } from "./moment.ts";

/**
 * Counts the subjects withheld at a moment, whatever the question: subjects and parts of them covered by secrets, and
 * facts that others know. Facts that must never be hinted at are not counted.
 */
export async function countWithheld({ db, projectId, seq, perspective }: Moment): Promise<number> {
  if (perspective.as === null) return 0;
  const f = sql.raw("f");
  const [facts] = await db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${sql.identifier(factResource.table)} f
        WHERE f.project_id = ${projectId} AND ${holds(seq, "f")} AND NOT f.secret AND NOT ${perspective.factsWhere(f)}`,
  );
  return perspective.withheldSubjects.length + perspective.redactedSubjects.length + (facts?.n ?? 0);
}
