import { type SQL, sql } from "drizzle-orm";
import { alnumForm, searchForm } from "#domain/search-form.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { column } from "../../record/list/row.ts";

/** Length from which a term has a trigram, by which an index finds it. */
const INDEXED_FROM = 3;
/** Number of past versions up to which they are passed to the database one by one: beyond, scanning all is as quick. */
const NAMED_VERSIONS = 2_000;

/** Project and sequence in which names are searched. */
interface Moment {
  readonly db: Db;
  readonly projectId: string;
  /** Null is the present. */
  readonly atSeq: number | null;
}

/**
 * Condition that a name contains a term. The index of trigrams has each name in the last version that bore it, the current one
 * or the one with which the name ended, and narrows down the names that may; the search form itself decides, so a `%` is a character like others.
 */
export async function nameContains({ db, projectId, atSeq }: Moment, q: string): Promise<SQL> {
  const term = searchForm(q);
  const contains = sql`strpos(${column("name_search")}, ${term}) > 0`;
  if (Array.from(term).length < INDEXED_FROM) return contains;
  // Letters and digits alone: nothing in the pattern is a wildcard but its ends.
  const pattern = `%${alnumForm(term)}%`;
  if (atSeq === null) return sql`${column("name_alnum")} LIKE ${pattern} AND ${contains}`;
  const held = await db.execute<Columns<"entity_versions", "id" | "valid_from_seq">>(
    sql`SELECT v.id, v.valid_from_seq FROM (SELECT n.id, n.valid_from_seq FROM entity_versions n
          WHERE n.project_id = ${projectId} AND n.name_alnum LIKE ${pattern} AND strpos(n.name_search, ${term}) > 0
            AND n.valid_to_seq >= ${atSeq} LIMIT ${NAMED_VERSIONS + 1}) last
        CROSS JOIN LATERAL (SELECT t.id, t.valid_from_seq FROM entity_versions t WHERE t.project_id = ${projectId} AND t.id = last.id
          AND t.valid_from_seq <= ${atSeq} ORDER BY t.valid_from_seq DESC LIMIT 1) v`,
  );
  if (held.length > NAMED_VERSIONS) return contains;
  const [ids, firsts] = [held.map(({ id }) => id), held.map(({ valid_from_seq }) => valid_from_seq)];
  // A sequence begins one version at most.
  return sql`${column("id")} = ANY(${textArray(ids)}) AND ${column("valid_from_seq")} = ANY(${sql.param(`{${firsts.join(",")}}`)}::bigint[])
    AND ${contains}`;
}
