import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { Brought } from "../../kernel/brought.ts";
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
  fields: { ...entityFields, ...sourceFields, brought: Brought },
  example: {
    state: {
      external_id: "salt-gate",
      type: "location",
      name: "The Salt Gate",
      located: true,
      properties: { toll: 5 },
    },
    edits: {
      updated: { name: "The Old Salt Gate", properties: { toll: 7 } },
      moved: { parent_id: "ent_01k9hq3v5e0w8q2n6yc4rk1m7t" },
    },
    data: {
      moved: {
        path_before: "/salt-gate",
        path: "/harbour/salt-gate",
        descendants: 1,
        descendant_ids: ["ent_01k9hq3wj6f3x9t5bz8ds0g2pa"],
      },
    },
  },
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
