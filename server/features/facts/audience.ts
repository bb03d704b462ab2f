import { type SQL, sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { type RelationshipState, relationshipResource } from "../entities/public.ts";
import { projectResource } from "../projects/public.ts";
import type { FactMoment } from "./chain.ts";
import { common, merged, type Span } from "./spans.ts";

/** Groups of groups that knowledge comes down from. */
const MAX_LEVELS = 4;

const projects = sql.identifier(projectResource.table);
const relationships = sql.identifier(relationshipResource.table);

/**
 * Returns the entities whose knowledge a reader has at a sequence, the nearest first: itself, and the groups that it belongs to by
 * relationships of the project's `knowing_types`, over four levels. Nobody in particular has nobody's: `everyone` reads what is open to all.
 */
export async function audiencesOf(db: Db, at: FactMoment, reader: string): Promise<readonly string[]> {
  if (reader === EVERYONE) return [];
  return (await audiencesOfEach(db, at, [reader])).get(reader) ?? [reader];
}

/** Returns for each of several entities the entities whose knowledge it has, in one statement for all. */
export async function audiencesOfEach(
  db: Db,
  { projectId, atSeq }: FactMoment,
  readers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.execute<{ reader: string; id: string }>(
    sql`WITH RECURSIVE joined AS (
          SELECT reader, reader COLLATE "C" AS id, 0 AS level FROM unnest(${textArray([...new Set(readers)])}) AS r(reader)
          UNION
          SELECT joined.reader, r.target_id, joined.level + 1 FROM joined JOIN ${relationships} r ON r.project_id = ${projectId}
            AND ${holds(atSeq, "r")} AND r.source_id = joined.id AND r.type = ANY(${knowingTypes(projectId, atSeq)}::text[])
          WHERE joined.level < ${sql.raw(String(MAX_LEVELS))})
        SELECT reader, id FROM joined GROUP BY reader, id ORDER BY reader, min(level), id`,
  );
  const found = new Map<string, string[]>();
  for (const { reader, id } of rows) addToList(found, reader, id);
  return found;
}

/**
 * Returns the entities that have the knowledge of two or more of some groups, over four levels, each with the entities whose knowledge
 * it has; of `atMost` of them.
 */
export async function membersOf(
  db: Db,
  at: FactMoment,
  groups: readonly string[],
  atMost: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { projectId, atSeq } = at;
  const rows = await db.execute<{ id: string }>(
    sql`WITH RECURSIVE joined AS (
          SELECT g.id AS of, g.id COLLATE "C" AS id, 0 AS level FROM unnest(${textArray([...new Set(groups)])}) AS g(id)
          UNION
          SELECT joined.of, r.source_id, joined.level + 1 FROM joined JOIN ${relationships} r ON r.project_id = ${projectId}
            AND ${holds(atSeq, "r")} AND r.target_id = joined.id AND r.type = ANY(${knowingTypes(projectId, atSeq)}::text[])
          WHERE joined.level < ${sql.raw(String(MAX_LEVELS))})
        SELECT id FROM (SELECT * FROM joined LIMIT ${atMost * 4}) j GROUP BY id HAVING count(DISTINCT of) > 1 ORDER BY id LIMIT ${atMost}`,
  );
  return audiencesOfEach(
    db,
    at,
    rows.map(({ id }) => id),
  );
}

/** The types of relationships by which knowledge comes down, as a subquery that is run once. */
function knowingTypes(projectId: string, atSeq: FactMoment["atSeq"]): SQL {
  return sql`(SELECT p.knowing_types FROM ${projects} p WHERE p.project_id = ${projectId} AND p.id = ${projectId} AND ${holds(atSeq, "p")})`;
}

/** Returns when, up to a sequence, a reader had the knowledge of which entities: a statement for each level of groups. */
export async function audienceSpans(
  db: Db,
  projectId: string,
  seq: number,
  reader: string,
): Promise<ReadonlyMap<string, readonly Span[]>> {
  return (await audienceSpansOfEach(db, projectId, seq, [reader])).get(reader) ?? new Map();
}

/** Returns when, up to a sequence, each of several readers had the knowledge of which entities: a statement for each level of groups. */
export async function audienceSpansOfEach(
  db: Db,
  projectId: string,
  seq: number,
  readers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly Span[]>>> {
  const spans = new Map(readers.map((reader) => [reader, new Map<string, readonly Span[]>([[reader, [[0, seq]]]])]));
  const types = await knowingTypeSpans(db, projectId, seq);
  // Readers by the entities of the level below whose knowledge they had.
  let level: ReadonlyMap<string, ReadonlyMap<string, readonly Span[]>> = spans;
  for (let depth = 0; depth < MAX_LEVELS && level.size > 0 && types.size > 0; depth++) {
    const ties = await db.execute<Pick<RelationshipState, "source_id" | "target_id" | "type"> & SpanRow>(
      sql`SELECT source_id, target_id, type, valid_from_seq AS from, valid_to_seq AS to FROM ${relationships}
          WHERE project_id = ${projectId} AND source_id = ANY(${textArray([...level.keys()])})
            AND type = ANY(${textArray([...types.keys()])}) AND valid_from_seq <= ${seq}`,
    );
    const next = new Map<string, Map<string, readonly Span[]>>();
    for (const { source_id, target_id, type, from, to } of ties) {
      const held = common([[from, Math.min(to, seq)]], types.get(type) ?? []);
      for (const [reader, below] of level.get(source_id) ?? []) addSpans(next, target_id, reader, common(held, below));
    }
    for (const [id, each] of next) for (const [reader, some] of each) addSpans(spans, reader, id, some);
    level = next;
  }
  return spans;
}

function addSpans(
  to: Map<string, Map<string, readonly Span[]>>,
  key: string,
  inner: string,
  some: readonly Span[],
): void {
  if (some.length === 0) return;
  const own = to.get(key) ?? new Map<string, readonly Span[]>();
  own.set(inner, merged([...(own.get(inner) ?? []), ...some]));
  to.set(key, own);
}

interface SpanRow extends Record<string, unknown> {
  readonly from: number;
  readonly to: number;
}

/** Returns when each type of relationships was one by which knowledge comes down. */
async function knowingTypeSpans(db: Db, projectId: string, seq: number): Promise<ReadonlyMap<string, Span[]>> {
  const rows = await db.execute<SpanRow & { type: string }>(
    sql`SELECT unnest(knowing_types) AS type, valid_from_seq AS from, valid_to_seq AS to FROM ${projects}
        WHERE project_id = ${projectId} AND id = ${projectId} AND valid_from_seq <= ${seq}`,
  );
  const spans = new Map<string, Span[]>();
  for (const { type, from, to } of rows) addToList(spans, type, [from, Math.min(to, seq)]);
  return new Map([...spans].map(([type, each]) => [type, merged(each)]));
}
