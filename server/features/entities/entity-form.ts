import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { ApiForm } from "../../record/api-form.ts";
import { type Columns, jsonb } from "../../record/database.ts";
import { entityResource } from "./entity.ts";
import type { EntityState } from "./entity-state.ts";
import { Entity, entityFields, toEntity } from "./schemas.ts";
import { sourceFields } from "./source.ts";

/** Entities in the feed and in comparisons: each with the path it had then. */
export const entityForm: ApiForm<EntityState> = {
  resource: entityResource,
  schema: Entity,
  fields: { ...entityFields, ...sourceFields },
  show: async (db, project, moments) => {
    const keys = moments.map(({ version, seq }) => ({ id: version.id, seq }));
    const rows = await db.execute<Columns<"entity_paths", "path" | "valid_from_seq"> & { id: string; seq: number }>(
      sql`SELECT k.id, k.seq, p.path, p.valid_from_seq FROM jsonb_to_recordset(${jsonb(keys)}) AS k(id text, seq bigint)
          JOIN entity_paths p ON p.project_id = ${project.id} AND p.entity_id = k.id
            AND p.valid_from_seq <= k.seq AND p.valid_to_seq >= k.seq`,
    );
    const paths = new Map(rows.map((row) => [`${row.seq} ${row.id}`, { path: row.path, since: row.valid_from_seq }]));
    return moments.map(({ version, seq }) => {
      const path = paths.get(`${seq} ${version.id}`) ?? null;
      return toEntity({ version, path }) as JsonObject;
    });
  },
};
