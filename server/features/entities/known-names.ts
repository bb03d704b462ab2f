import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { namesOf } from "#domain/names-of.ts";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Entities whose names are read, the oldest first. */
const MOST = 20_000;

/** Reads the names of entities at a sequence, with their other names. */
export async function knownNames(db: Db, projectId: string, atSeq: number | null): Promise<string[]> {
  const rows = await db.execute<{ name: string; aliases: JsonObject["aliases"]; alias: JsonObject["alias"] }>(
    sql`SELECT name, properties -> 'aliases' AS aliases, properties -> 'alias' AS alias FROM entity_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} ORDER BY created_seq, id LIMIT ${MOST}`,
  );
  return rows.flatMap(({ name, aliases = null, alias = null }) => namesOf({ name, properties: { aliases, alias } }));
}
