import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { factResource } from "./fact.ts";
import { openPerspective } from "./perspective.ts";

/** One fact that one entity knows. */
export interface Knowledge {
  readonly entity_id: string;
  readonly fact_id: string;
}

/** Returns which of some facts there are at a sequence. */
export async function existingFacts(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Set<string>> {
  return new Set((await findVersions(db, factResource, projectId, { id: ids }, atSeq)).map(({ id }) => id));
}

/** Reads which of some facts each of some entities knows at a sequence, a batch an entity: what each may read then. */
export async function* knownAmong(
  db: Db,
  projectId: string,
  { facts, knowers }: { readonly facts: readonly string[]; readonly knowers: readonly string[] },
  atSeq: number | null,
): AsyncGenerator<Knowledge[]> {
  if (facts.length === 0 || knowers.length === 0) return;
  // Who is not there then knows nothing.
  for (const { id: entityId } of await findVersions(db, entityResource, projectId, { id: knowers }, atSeq)) {
    const seen = (await openPerspective(db, { projectId, atSeq, as: entityId })).rows(factResource);
    const rows = await db.execute<{ id: string }>(
      sql`SELECT v.id FROM ${seen === null ? sql.identifier(factResource.table) : sql`(${seen})`} v
          WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")} AND v.id = ANY(${textArray(facts)}) ORDER BY v.id`,
    );
    yield rows.map(({ id }) => ({ entity_id: entityId, fact_id: id }));
  }
}
