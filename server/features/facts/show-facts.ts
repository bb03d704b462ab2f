import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { shownVersion } from "../../operation/ordinary/shown-version.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { subjectRead } from "../../operation/subject-read.ts";
import type { ApiForm } from "../../record/api-form.ts";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import { type FactMoment, factsAt, nextInChain, previousInChain, seenMode } from "./chain.ts";
import { type FactState, type FactVersion, fact, factResource } from "./fact.ts";
import { Fact, supersededReason } from "./schemas.ts";
import { seenSources, seenTellings } from "./seen-source.ts";

/** Facts in whose place another holds that are named with it. */
export const MAX_SHOWN = 100;

/** A fact with those in whose place it holds. */
interface Linked {
  readonly version: FactVersion;
  readonly supersedes: readonly string[];
}

/** Reader of one fact, with those that it supersedes. */
export const factRead = subjectRead(factResource, {
  columns: sql`older.ids AS supersedes`,
  join: (holds, project) => sql`LEFT JOIN LATERAL (SELECT ARRAY(SELECT f.id FROM fact_versions f
    WHERE f.project_id = ${project} AND f.superseded_by = subject.id AND ${holds("f")}
    ORDER BY f.created_seq, f.id LIMIT ${sql.raw(String(MAX_SHOWN))}) AS ids) older ON true`,
  together: (version, { supersedes }): Linked => ({ version, supersedes: supersedes as string[] }),
});

/** A fact on the wire. */
export function toFact({ version, supersedes }: Linked): z.input<typeof Fact> {
  return {
    ...shownVersion(factResource, version),
    source: version.source as z.input<typeof Fact>["source"],
    supersedes: [...supersedes],
  };
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
  const all = moments.map(({ version: { id }, seq }, place) => ({ place, id, seq }));
  const at = { projectId, atSeq: sql`k.seq`, ...(perspective !== null && { facts: perspective.facts }) };
  const older = sql`ARRAY(SELECT f.id FROM ${factsAt(at)} f WHERE f.project_id = ${projectId} AND ${holds(at.atSeq, "f")}
    AND f.superseded_by = k.id ORDER BY f.created_seq, f.id LIMIT ${MAX_SHOWN})`;
  if (perspective === null || perspective.as === null) {
    const found = await linksByPlace(db, all, sql`SELECT ${older} AS supersedes`);
    // Who sees everything is told of a fact that was deleted since, as the record has it.
    return moments.map(({ version }, place) => toFact({ version, supersedes: found.get(place)?.supersedes ?? [] }));
  }
  const asked = moments.map(({ version: { id, source }, seq }) => ({ id, source, seq }));
  const seen = await seenLinks(db, projectId, asked, perspective);
  return moments.map(({ version }, place) => {
    const { supersedes = [], ...links } = seen[place] ?? {};
    return toFact({ version: { ...version, ...links, told: seenTellings(perspective, version.told) }, supersedes });
  });
}

/** Links of a fact to others, and its source, as a reader is shown them. */
export interface ShownFactLinks
  extends Pick<FactState, "superseded_by" | "superseded_reason" | "superseded_mode" | "source"> {
  readonly supersedes: readonly string[];
}

/** Links of facts as somebody in the world is shown them, each at its moment, in at most three statements for all. */
async function seenLinks(
  db: Db,
  projectId: string,
  facts: readonly (Pick<FactVersion, "id" | "source"> & { readonly seq: number })[],
  perspective: Perspective,
): Promise<ShownFactLinks[]> {
  if (facts.length === 0) return [];
  // Few facts are in a chain, and following one takes longer than to see that there is none.
  const inChain = await factsInChains(db, projectId, perspective, facts);
  const keys = facts.flatMap(({ id, seq }, place) => (inChain.has(id) ? { place, id, seq } : []));
  const at = { projectId, atSeq: sql`k.seq`, facts: perspective.facts };
  const found = await linksByPlace(db, keys, linksInChain(at, perspective));
  const sources = await seenSources(
    db,
    perspective,
    facts.map(({ source }) => source),
  );
  return facts.map(({ source }, place) => {
    const { by = null, supersedes = [], reason = null, mode = null } = found.get(place) ?? {};
    return {
      superseded_by: by,
      superseded_reason: reason,
      superseded_mode: mode,
      supersedes,
      source: sources[place] ?? source,
    };
  });
}

/**
 * Reads the facts in whose place others hold for somebody in the world, by those others, of all that are there at a moment: the oldest
 * first, and so many at most.
 */
export async function seenPredecessors(
  db: Db,
  { projectId, atSeq }: Pick<FactMoment, "projectId"> & { readonly atSeq: number | null },
  perspective: Perspective,
  atMost: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { facts } = perspective;
  const seen = perspective.rows(factResource);
  const readable = (alias: SQL) => perspective.factsWhere(alias);
  const rows = await db.execute<{ id: string; supersedes: string[] }>(
    sql`SELECT v.id, ARRAY(${previousInChain({ projectId, atSeq, facts }, readable, sql.raw("v.id"), MAX_SHOWN)}) AS supersedes
        FROM ${seen === null ? factsAt({}) : sql`(${seen})`} v
        WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")}
          AND v.id IN (SELECT f.superseded_by FROM ${facts} f WHERE f.project_id = ${projectId} AND f.superseded_by IS NOT NULL)
        ORDER BY v.created_seq, v.id LIMIT ${atMost}`,
  );
  return new Map(rows.map(({ id, supersedes }) => [id, supersedes]));
}

/** Reads the links of facts `k` by their places, in one statement. */
async function linksByPlace(
  db: Db,
  keys: readonly { readonly place: number; readonly id: string; readonly seq: number }[],
  links: SQL,
): Promise<ReadonlyMap<number, SeenLinks>> {
  if (keys.length === 0) return new Map();
  const rows = await db.execute<SeenLinks & { place: number }>(
    sql`SELECT k.place, l.* FROM jsonb_to_recordset(${jsonb(keys)}) AS k(place int, id text, seq bigint)
        CROSS JOIN LATERAL (${links}) l`,
  );
  return new Map(rows.map((row) => [row.place, row]));
}

/** Returns which of some facts superseded others or were superseded, whenever. */
async function factsInChains(
  db: Db,
  projectId: string,
  { facts }: Perspective,
  asked: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = textArray([...new Set(asked.map(({ id }) => id))]);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT f.id FROM ${facts} f WHERE f.project_id = ${projectId} AND f.id = ANY(${ids}) AND f.superseded_by IS NOT NULL
        UNION SELECT f.superseded_by FROM ${facts} f WHERE f.project_id = ${projectId} AND f.superseded_by = ANY(${ids})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A fact as it is shown through somebody's eyes, or in a playthrough by its id; null where it is not there for them. */
export async function seenFact(
  db: Db,
  { projectId, seq }: { readonly projectId: string; readonly seq: number },
  perspective: Perspective,
  wanted: FactVersion | string,
): Promise<z.input<typeof Fact> | null> {
  const there =
    typeof wanted === "string" ? (await findFactsInRun(db, { projectId, seq }, perspective, [wanted]))[0] : wanted;
  const seen = there === undefined ? null : perspective.seen(factResource, there);
  if (seen === null) return null;
  const [version = seen] = await perspective.dated(db, factResource, [seen]);
  return (await showFacts(db, projectId, [{ version, seq }], perspective))[0] ?? null;
}

/** Finds facts by their ids as they are in the playthrough of a perspective, as far as they may be read there. */
export async function findFactsInRun(
  db: Db,
  { projectId, seq }: { readonly projectId: string; readonly seq: number },
  perspective: Perspective,
  ids: readonly string[],
): Promise<FactVersion[]> {
  const rows = await db.execute(
    sql`SELECT f.* FROM ${perspective.facts} f WHERE f.project_id = ${projectId} AND ${holds(seq, "f")}
        AND f.id = ANY(${textArray(ids)}) AND ${perspective.factsWhere(sql.raw("f"))} ORDER BY f.created_seq, f.id`,
  );
  return rows.map((row) => toVersion<FactState>(row, seq));
}

/** Links of a fact to others as a reader is shown them. */
interface SeenLinks extends Record<string, unknown> {
  readonly supersedes: string[];
  readonly by?: string | null;
  readonly reason?: string | null;
  readonly mode?: FactState["superseded_mode"];
}

/** Selects the {@link SeenLinks} of the fact `k.id`: the next and the previous ones of its chain that may be read. */
function linksInChain(at: FactMoment, perspective: Perspective): SQL {
  const readable = (alias: SQL) => perspective.factsWhere(alias);
  const previous = previousInChain(at, readable, sql`k.id`, MAX_SHOWN);
  return sql`SELECT next.id AS by, CASE WHEN next.id = f.superseded_by THEN f.superseded_reason END AS reason,
      ${seenMode(sql.raw("f"), sql`next.id`)} AS mode,
      ARRAY(${previous}) AS supersedes
    FROM (SELECT) one LEFT JOIN ${factsAt(at)} f ON f.project_id = ${at.projectId} AND f.id = k.id AND ${holds(at.atSeq, "f")}
    CROSS JOIN LATERAL (SELECT (${nextInChain(at, readable, sql`f.superseded_by`)}) AS id OFFSET 0) next`;
}

/** Facts in the feed and in comparisons: each with those in whose place it held then. */
export const factForm: ApiForm<FactState> = {
  resource: factResource,
  schema: Fact,
  example: fact.example,
  fields: { ...fact.fields, superseded_reason: supersededReason },
  show: async (db, project, moments) => (await showFacts(db, project.id, moments)) as JsonObject[],
};
