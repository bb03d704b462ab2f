import { type SQL, sql } from "drizzle-orm";
import { type Db, textArray } from "./database.ts";
import type { Resource, Version, Where } from "./resource.ts";
import { byCreation, findVersions, holds, toVersion, whereHolds } from "./versions.ts";

/** Bytes of text a page should have. */
const PAGE_LENGTH = 1024 * 1024;
/**
 * Bytes of a page's rows as the table stores them, which is known without reading them. Compressed values are up to ninety
 * times as long, so a page begins small and grows as its text allows.
 */
const FIRST_STORED = 16 * 1024;
const LEAST_STORED = 4 * 1024;
const MOST_STORED = 128 * 1024;
/**
 * Number of rows of a page. Rows that outlive their page become garbage that stays long: pages of a thousand small rows
 * left 250 MiB of it in an export.
 */
const PAGE_ROWS = 200;

const META = ["project_id", "id", "valid_from_seq", "valid_to_seq", "created_seq", "created_at", "updated_at"];

/**
 * The versions of a graph's parts that hold at a sequence, oldest subject first, a page at a time. Each page is a
 * statement of its own: as versions never change once they are written, but for their end, what is read at a sequence is
 * the same in all of them, and between two pages nothing is held. Null for what holds now: in a snapshot.
 */
export async function* versionPages<S extends { graph_id: string }>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  graphId: string,
  seq: number | null,
): AsyncGenerator<Version<S>[], void, undefined> {
  const names = [...META, ...resource.fields].map((name) => sql.identifier(name));
  const columns = sql.join(names, sql`, `);
  const bytes = storedBytes(resource);
  const length = sql.join(
    resource.fields.map((field) => sql`coalesce(octet_length(${sql.identifier(field)}::text), 0)`),
    sql` + `,
  );
  // One column holds the version: the driver fills an object column by column, which makes a hash table of it beyond some twenty.
  const whole = sql`(SELECT row_to_json(v) FROM (SELECT ${columns}) v)`;
  let stored = FIRST_STORED;
  let after: { createdSeq: number; id: string } = { createdSeq: -1, id: "" };
  for (;;) {
    const rows = await db.execute<{ version: Record<string, unknown>; page_length: number; page_stored: number }>(
      sql`SELECT ${whole} AS version, ${length} AS page_length, bytes_before + page_bytes AS page_stored FROM (
            SELECT p.*, sum(page_bytes) OVER (ORDER BY created_seq, id) - page_bytes AS bytes_before FROM (
              SELECT ${columns}, ${bytes} AS page_bytes FROM ${sql.identifier(resource.table)}
              WHERE project_id = ${projectId} AND graph_id = ${graphId} AND ${holds(seq)}
                AND (created_seq, id) > (${after.createdSeq}, ${after.id})
              ORDER BY created_seq, id LIMIT ${PAGE_ROWS}
            ) p
          ) q WHERE bytes_before < ${stored} ORDER BY created_seq, id`,
    );
    let total = 0;
    const page = rows.map(({ version, page_length }) => {
      total += page_length;
      return toVersion<S>(version, seq);
    });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    // Cut neither by rows nor by bytes: nothing follows.
    if (rows.length < PAGE_ROWS && (rows.at(-1)?.page_stored ?? 0) < stored) return;
    stored = Math.min(MOST_STORED, Math.max(LEAST_STORED, Math.floor((stored * PAGE_LENGTH) / Math.max(total, 1))));
    after = { createdSeq: last.created_seq, id: last.id };
  }
}

/** Bytes of a page of ids as the table stores its rows: compressed ninety times they are 6 MiB. */
const STORED_OF_IDS = 64 * 1024;

/**
 * The versions that hold at a sequence, by column equality, oldest subject first, a page at a time: of all of them at once only the ids
 * are in memory.
 */
export async function* versionsWhere<S>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  where: Where,
  seq: number,
): AsyncGenerator<Version<S>[], void, undefined> {
  const rows = await db.execute<{ id: string; created_seq: number; stored: number }>(
    sql`SELECT id, created_seq, ${storedBytes(resource)} AS stored FROM ${sql.identifier(resource.table)}
        WHERE ${whereHolds(projectId, where, seq)}`,
  );
  let ids: string[] = [];
  let stored = 0;
  for (const row of rows.sort(byCreation)) {
    if (ids.length > 0 && (ids.length === PAGE_ROWS || stored + row.stored > STORED_OF_IDS)) {
      yield await findVersions(db, resource, projectId, { id: ids }, seq);
      [ids, stored] = [[], 0];
    }
    ids.push(row.id);
    stored += row.stored;
  }
  if (ids.length > 0) yield await findVersions(db, resource, projectId, { id: ids }, seq);
}

/** Bytes of a row's fields as the table stores them, which are known without reading long values. */
export function storedBytes({ fields }: { readonly fields: readonly string[] }): SQL {
  return sql.join(
    fields.map((field) => sql`coalesce(pg_column_size(${sql.identifier(field)}), 0)`),
    sql` + `,
  );
}

/** Reads some fields of the versions of some subjects that hold at a sequence, without their large parts. */
export async function fieldsOfVersions<S, Field extends keyof S & string>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  ids: readonly string[],
  fields: readonly Field[],
  seq: number,
): Promise<(Pick<S, Field> & { id: string })[]> {
  return fieldsWhere(db, resource, projectId, ["id", ids], fields, seq);
}

/** Reads fields as {@link fieldsOfVersions} does, of the parts of some graphs. */
export async function fieldsOfParts<S extends { graph_id: string }, Field extends keyof S & string>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  graphIds: readonly string[],
  fields: readonly Field[],
  seq: number,
): Promise<(Pick<S, Field> & { id: string })[]> {
  return fieldsWhere(db, resource, projectId, ["graph_id", graphIds], fields, seq);
}

async function fieldsWhere<S, Field extends keyof S & string>(
  db: Db,
  resource: Resource<S>,
  projectId: string,
  [column, values]: [column: string, values: readonly string[]],
  fields: readonly Field[],
  seq: number,
): Promise<(Pick<S, Field> & { id: string })[]> {
  if (values.length === 0) return [];
  const columns = sql.join(
    ["id", ...fields].map((name) => sql.identifier(name)),
    sql`, `,
  );
  return db.execute<Pick<S, Field> & { id: string }>(
    sql`SELECT ${columns} FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId} AND ${holds(seq)}
        AND ${sql.identifier(column)} = ANY(${textArray(values)}) ORDER BY created_seq, id`,
  );
}
