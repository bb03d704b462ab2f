import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { isoMoment } from "../kernel/clock.ts";
import { type Db, isOneOf, jsonb } from "./database.ts";
import type { Resource, Version, Where } from "./resource.ts";

/**
 * Predicate "the version holds": now, or at a sequence. The sentinel is a literal, because a parameter would keep the
 * planner from the partial indexes under a generic plan.
 */
export function holds(atSeq: number | SQL | null, alias?: string): SQL {
  const prefix = alias === undefined ? sql.raw("") : sql.raw(`${alias}.`);
  return atSeq === null
    ? sql`${prefix}valid_to_seq = ${sql.raw(String(CURRENT))}`
    : sql`${prefix}valid_from_seq <= ${atSeq} AND ${prefix}valid_to_seq >= ${atSeq}`;
}

/** A database row of a version table as a version: as it is now, or as it was at a sequence, when what ends later was current. */
export function toVersion<S>(row: Record<string, unknown>, atSeq: number | null = null): Version<S> {
  const version = row as Version<S>;
  const { created_at, updated_at, valid_to_seq } = version;
  return {
    ...version,
    valid_to_seq: atSeq !== null && valid_to_seq >= atSeq ? CURRENT : valid_to_seq,
    created_at: isoMoment(created_at),
    updated_at: isoMoment(updated_at),
  };
}

/**
 * The versions that hold, by column equality, oldest subject first. They are sorted here: an ORDER BY makes the planner walk
 * the index of that order and compare every row with every wanted value (a thousand among 20,000 entities: 179 ms).
 */
export async function findVersions<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  where: Where,
  atSeq: number | null = null,
): Promise<Version<S>[]> {
  const rows = await db.execute(
    sql`SELECT * FROM ${sql.identifier(resource.table)} WHERE ${whereHolds(projectId, where, atSeq)}`,
  );
  return rows.map((row) => toVersion<S>(row, atSeq)).sort(byCreation);
}

/**
 * The versions that now hold, as {@link findVersions} finds them: by a statement that the server remembers where several columns are asked
 * for some values each.
 */
export async function findWhere<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  where: Where,
): Promise<Version<S>[]> {
  const conditions = Object.entries(where);
  if (conditions.length < 2 || conditions.some(([, value]) => !Array.isArray(value)))
    return findVersions(db, resource, projectId, where);
  const columns = conditions.map(([column], at) => `"${column}" = ANY($${at + 2}::text[])`);
  const rows = await db.execute<{ version: Record<string, unknown> }>({
    text: `SELECT row_to_json(v) AS version FROM "${resource.table}" v
           WHERE project_id = $1 AND valid_to_seq = ${CURRENT} AND ${columns.join(" AND ")}`,
    values: [projectId, ...conditions.map(([, values]) => values as readonly string[])],
  });
  return rows.map(({ version }) => toVersion<S>(version)).sort(byCreation);
}

/** Predicate of the versions of a project that hold, by column equality. */
export function whereHolds(projectId: string, where: Where, atSeq: number | null): SQL {
  const conditions = Object.entries(where).map(([column, value]) => {
    const name = sql.identifier(column);
    if (value === null) return sql`${name} IS NULL`;
    return isOneOf(name, typeof value === "string" ? [value] : value);
  });
  return sql.join([sql`project_id = ${projectId}`, holds(atSeq), ...conditions], sql` AND `);
}

/**
 * The versions that now hold of which a column has one of some values, oldest subject first. The statement is the same however many values
 * there are, so that the server remembers it, and looks each up in an index whatever it thinks of the table. A version comes in one
 * column: the driver fills an object column by column, which makes a hash table of it beyond some twenty.
 */
export async function findEach<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  column: string,
  values: readonly string[],
): Promise<Version<S>[]> {
  const [only, ...others] = values;
  const found = `FROM "${resource.table}" v WHERE project_id = $1 AND valid_to_seq = ${CURRENT} AND "${column}" =`;
  const isOne = only !== undefined && others.length === 0;
  const rows = await db.execute<{ version: Record<string, unknown> }>({
    text: isOne
      ? // One table and nothing else: a sharded PostgreSQL keeps the plan.
        `SELECT row_to_json(v) AS version ${found} $2`
      : `SELECT row_to_json(v) AS version FROM unnest($2::text[]) AS w(value)
         CROSS JOIN LATERAL (SELECT * ${found} w.value OFFSET 0) v`,
    values: [projectId, isOne ? only : values],
  });
  return rows.map(({ version }) => toVersion<S>(version)).sort(byCreation);
}

type Created = Pick<Version<unknown>, "id" | "created_seq">;

/** Order of creation; ties break on the id by code unit, which for ids is the order of the database. */
export function byCreation(a: Created, b: Created): number {
  return a.created_seq - b.created_seq || (a.id < b.id ? -1 : 1);
}

/** The version of one subject that holds, or null. */
export async function findVersion<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  id: string,
  atSeq: number | null = null,
): Promise<Version<S> | null> {
  return (await findVersions(db, resource, projectId, { id }, atSeq))[0] ?? null;
}

/** A subject at a sequence of its own. */
export interface SubjectAt {
  readonly id: string;
  readonly seq: number;
}

/** Reads subjects, each as it was at a sequence of its own, in one statement; the function that it returns finds one of them. */
export async function findVersionsAt<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  wanted: readonly SubjectAt[],
): Promise<(at: SubjectAt) => Version<S> | undefined> {
  const keyOf = ({ id, seq }: SubjectAt) => `${id} ${seq}`;
  const each = [...new Map(wanted.map((at) => [keyOf(at), { id: at.id, seq: at.seq }])).values()];
  if (each.length === 0) return () => undefined;
  const rows = await db.execute<{ seq: number; version: Record<string, unknown> }>(
    sql`SELECT w.seq, row_to_json(v) AS version FROM jsonb_to_recordset(${jsonb(each)}) AS w (id text, seq bigint)
        CROSS JOIN LATERAL (SELECT * FROM ${sql.identifier(resource.table)}
          WHERE project_id = ${projectId} AND id = w.id AND ${holds(sql`w.seq`)} OFFSET 0) v`,
  );
  const found = new Map(
    rows.map(({ seq, version }) => {
      const read = toVersion<S>(version, Number(seq));
      return [keyOf({ id: read.id, seq: Number(seq) }), read] as const;
    }),
  );
  return (at) => found.get(keyOf(at));
}

/** The last version of a subject at or before a sequence, deleted or not; null if it never existed by then. */
export async function lastVersion<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  id: string,
  atSeq: number = CURRENT,
): Promise<Version<S> | null> {
  const rows = await db.execute(
    sql`SELECT * FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId} AND id = ${id}
        AND valid_from_seq <= ${atSeq} ORDER BY valid_from_seq DESC LIMIT 1`,
  );
  const row = rows[0];
  return row === undefined ? null : toVersion<S>(row);
}

/** The last versions of several subjects, deleted or not. */
export async function lastVersions<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  ids: readonly string[],
): Promise<Version<S>[]> {
  const rows = await db.execute(
    sql`SELECT DISTINCT ON (id) * FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId}
        AND ${isOneOf(sql`id`, ids)} ORDER BY id, valid_from_seq DESC`,
  );
  return rows.map((row) => toVersion<S>(row));
}

/** The columns that a version gives up when it ends: those made of a field whose value goes on after it. */
export function emptiedColumns(
  { emptied }: Pick<Resource, "emptied">,
  before: JsonObject | null,
  after: JsonObject | null,
): readonly string[] {
  if (before === null || after === null) return [];
  return Object.entries(emptied).flatMap(([column, field]) => (before[field] === after[field] ? [column] : []));
}

/** Ends a version in its row. */
export function endRow(row: JsonObject, lastSeq: number, emptied: readonly string[]): void {
  row.valid_to_seq = lastSeq;
  for (const column of emptied) row[column] = null;
}

/** The complete row of a version, as the table stores it and as replay rebuilds it. */
export function versionRow(
  resource: Resource,
  meta: { project_id: string; id: string; seq: number; created_seq: number; created_at: string; updated_at: string },
  state: JsonObject,
  extra: JsonObject,
): JsonObject {
  const row: JsonObject = {
    project_id: meta.project_id,
    id: meta.id,
    valid_from_seq: meta.seq,
    valid_to_seq: CURRENT,
    created_seq: meta.created_seq,
    created_at: meta.created_at,
    updated_at: meta.updated_at,
  };
  for (const field of resource.fields) row[field] = state[field] ?? null;
  return { ...row, ...resource.columns(state), ...extra };
}
