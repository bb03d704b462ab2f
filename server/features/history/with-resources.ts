import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { ShownProject } from "../../record/api-form.ts";
import { type Db, jsonb } from "../../record/database.ts";
import type { RecordedEvent } from "../../record/event.ts";
import { readWithinBytes } from "../../record/list/page-bytes.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { toVersion } from "../../record/versions.ts";
import { type Event, toEventBodies } from "./schemas.ts";

/**
 * Events with what their subjects were after them, in the API's own shape; null for what was deleted. A statement or two a
 * kind of subject. Fewer events than given, from the first on, when all would be too many bytes for one answer; at least one.
 */
export async function withResources(
  db: Db,
  resources: ResourceRegistry,
  project: ShownProject,
  events: readonly RecordedEvent[],
): Promise<z.input<typeof Event>[]> {
  const shown = new Map<number, JsonObject>();
  const living = events.filter((event) => !isDeletion(event));
  for (const [type, those] of Map.groupBy(living, (event) => event.subject_type)) {
    const form = resources.formOf(type);
    const keys = those.map(({ subject_id, seq }) => ({ id: subject_id, seq }));
    const rows = await readWithinBytes(
      db,
      sql`SELECT v.* FROM jsonb_to_recordset(${jsonb(keys)}) AS k(id text, seq bigint)
          JOIN ${sql.identifier(form.resource.table)} v
            ON v.project_id = ${project.id} AND v.id = k.id AND v.valid_from_seq = k.seq ORDER BY k.seq`,
    );
    const moments = rows.map((row) => {
      const seq = row.valid_from_seq as number;
      return { version: toVersion<JsonObject>(row, seq), seq };
    });
    for (const [index, resource] of (await form.show(db, project, moments)).entries()) {
      const moment = moments[index];
      if (moment !== undefined) shown.set(moment.seq, resource);
    }
  }
  const result: z.input<typeof Event>[] = [];
  for (const event of toEventBodies(resources, events)) {
    const resource = event.change.unset?.includes("") ? null : shown.get(event.seq);
    if (resource === undefined) break;
    result.push({ ...event, resource });
  }
  return result;
}

function isDeletion({ change }: RecordedEvent): boolean {
  return change.unset?.includes("") ?? false;
}
