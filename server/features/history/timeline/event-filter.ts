import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";
import { subjectId } from "../schemas.ts";

/** Query parameters of every read of the timeline. */
export const eventFilterQuery = {
  actor: text({ min: 1, max: 100 })
    .optional()
    .meta({ description: "Only events of this actor: `key:…`, `user:…`, `player:…` or `system:…`." }),
  subject_type: text({ min: 1, max: 100 })
    .optional()
    .meta({ description: "Only events of this subject type, such as `dialogue_node`." }),
  subject_id: subjectId.optional().meta({ description: "Only events of this subject." }),
};

const schema = z.object(eventFilterQuery);
/** Filter on the events of a project that a read of the timeline returns. */
export type EventFilter = z.output<typeof schema>;

/** Condition over `events` for the events of a project between two sequences, both included, that pass the filter. */
export function matching(projectId: string, range: { fromSeq: number; toSeq: number }, filter: EventFilter): SQL {
  const parts = [sql`project_id = ${projectId} AND seq BETWEEN ${range.fromSeq} AND ${range.toSeq}`];
  if (filter.actor !== undefined) parts.push(sql`events.actor = ${filter.actor}`);
  if (filter.subject_type !== undefined) parts.push(sql`subject_type = ${filter.subject_type}`);
  if (filter.subject_id !== undefined) parts.push(sql`subject_id = ${filter.subject_id}`);
  return sql.join(parts, sql` AND `);
}
