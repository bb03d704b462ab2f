import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { FactSource } from "#drizzle/schema/facts.ts";
import { shownVersion } from "../../operation/ordinary/shown-version.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { subjectRead } from "../../operation/subject-read.ts";
import type { ApiForm } from "../../record/api-form.ts";
import { type Db, jsonb } from "../../record/database.ts";
import { nodeResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { type FactState, type FactVersion, fact, factResource } from "./fact.ts";
import { Fact, supersededReason } from "./schemas.ts";

/** Facts in whose place another holds that are named with it. */
export const MAX_SHOWN = 100;

/** A fact with those in whose place it holds. */
interface Linked {
  readonly version: FactVersion;
  /** Id of the superseding fact, where it may be named. */
  readonly supersededBy: string | null;
  readonly supersedes: readonly string[];
}

/** Reader of one fact, with those that it supersedes. */
export const factRead = subjectRead(factResource, {
  columns: sql`older.ids AS supersedes`,
  join: (holds, project) => sql`LEFT JOIN LATERAL (SELECT ARRAY(SELECT f.id FROM fact_versions f
    WHERE f.project_id = ${project} AND f.superseded_by = subject.id AND ${holds("f")}
    ORDER BY f.created_seq, f.id LIMIT ${sql.raw(String(MAX_SHOWN))}) AS ids) older ON true`,
  together: (version, { supersedes }): Linked => ({
    version,
    supersededBy: version.superseded_by,
    supersedes: supersedes as string[],
  }),
});

/** A fact on the wire. */
export function toFact({ version, supersededBy, supersedes }: Linked): z.input<typeof Fact> {
  return {
    ...shownVersion(factResource, version),
    source: version.source as z.input<typeof Fact>["source"],
    superseded_by: supersededBy,
    superseded_reason: supersededBy === null ? null : version.superseded_reason,
    supersedes: [...supersedes],
  };
}

/** Returns the source of a fact without what is withheld. */
export function seenSource(perspective: Perspective, source: FactSource): FactSource {
  const { witness_id } = source;
  const witness = witness_id !== null && perspective.hides(entityResource.type, witness_id) ? null : witness_id;
  if (source.kind === "node" && perspective.hides(nodeResource.type, source.node_id)) {
    return { kind: "client", label: null, witness_id: witness };
  }
  return { ...source, witness_id: witness };
}

/**
 * Facts as reads show them, each at its moment, in one statement for all. Through somebody's eyes they name no fact that is
 * withheld from them.
 */
export async function showFacts(
  db: Db,
  projectId: string,
  moments: readonly { version: FactVersion; seq: number }[],
  perspective: Perspective | null = null,
): Promise<z.input<typeof Fact>[]> {
  if (moments.length === 0) return [];
  const keys = moments.map(({ version, seq }, place) => ({ place, id: version.id, by: version.superseded_by, seq }));
  const readable = perspective === null ? sql`true` : perspective.factsWhere(sql.raw("f"));
  const held = sql`f.project_id = ${projectId} AND f.valid_from_seq <= k.seq AND f.valid_to_seq >= k.seq AND ${readable}`;
  const rows = await db.execute<{ place: number; by: string | null; supersedes: string[] }>(
    sql`SELECT k.place, (SELECT f.id FROM fact_versions f WHERE ${held} AND f.id = k.by) AS by,
          ARRAY(SELECT f.id FROM fact_versions f WHERE ${held} AND f.superseded_by = k.id
            ORDER BY f.created_seq, f.id LIMIT ${MAX_SHOWN}) AS supersedes
        FROM jsonb_to_recordset(${jsonb(keys)}) AS k(place int, id text, by text, seq bigint)`,
  );
  const links = new Map(rows.map((row) => [row.place, row]));
  return moments.map(({ version }, place) => {
    const { by = null, supersedes = [] } = links.get(place) ?? {};
    // Who sees everything is told of a fact that was deleted since, as the record has it.
    if (perspective === null) return toFact({ version, supersededBy: version.superseded_by, supersedes });
    const source = seenSource(perspective, version.source);
    return toFact({ version: { ...version, source }, supersededBy: by, supersedes });
  });
}

/** Facts in the feed and in comparisons: each with those in whose place it held then. */
export const factForm: ApiForm<FactState> = {
  resource: factResource,
  schema: Fact,
  example: fact.example,
  fields: { ...fact.fields, superseded_reason: supersededReason },
  show: async (db, project, moments) => (await showFacts(db, project.id, moments)) as JsonObject[],
};
