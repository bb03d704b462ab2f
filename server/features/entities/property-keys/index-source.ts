import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Predicate, PropertyFilter } from "#domain/filter/property-filter.ts";
import { formatPath } from "#domain/filter/property-path.ts";
import type { SortOrder } from "#domain/filter/sort.ts";
import type { ProjectReadContext } from "../../../operation/context.ts";
import { type Columns, textArray } from "../../../record/database.ts";
import { filterSql } from "../../../record/list/filter-sql.ts";
import type { ListSource } from "../../../record/list/list.ts";
import { column } from "../../../record/list/row.ts";
import type { SortKey } from "../../../record/list/sort-sql.ts";
import { IndexRows, type KeyFilter, type KeyIndex } from "./index-rows.ts";
import { indexedOperand } from "./indexed-value.ts";

/** Conditions of a list of entities that an index of declared keys may answer. */
interface ListConditions {
  readonly filter: PropertyFilter;
  readonly sort: SortKey | null;
  readonly order: SortOrder;
  readonly type: string | null;
  /** Further conditions over the row. */
  readonly where: readonly SQL[];
  /** One of those that an index of its own serves, so that few rows may satisfy it. */
  readonly narrow: SQL | null;
}

/** Entities changed since an index was filled that are looked at one by one; with more the index is of no use yet. */
const MAX_CHANGED = 2_000;

/** Numbers of entities of one key up to which they are read and checked for the other conditions. */
interface IndexTuning {
  /** Limit where no other index finds the rest: of 100,000, reading 5,000 took a quarter of the time of all. */
  readonly rechecked: number;
  /** Limit where another index finds it too, or where the indexes of several keys can be intersected. */
  readonly few: number;
}

const TUNING: IndexTuning = { rechecked: 5_000, few: 500 };

/**
 * Answers a list of entities from the index of declared keys; null where that would not be faster.
 *
 * The index follows the record a moment behind. It is read at the sequence that it reaches, without the entities that changed
 * after that; those are looked at themselves. So the answer is that of the table at every moment of filling.
 */
export async function indexSource(
  context: ProjectReadContext,
  asked: ListConditions,
  tuning: IndexTuning = TUNING,
): Promise<ListSource | null> {
  const { project, atSeq } = context;
  const sortPath = asked.sort?.kind === "property" ? formatPath(asked.sort.path) : null;
  const indexes = await readIndexes(context, [...asked.filter.map(({ path }) => formatPath(path)), sortPath]);
  const [served, left] = divide(asked.filter, indexes);
  const rest = filterSql(left, column("properties"));
  const isWhole = left.length === 0 && asked.where.length === 0;
  const sorting = sortPath === null ? undefined : indexes.get(sortPath);
  const order = isWhole && sorting !== undefined && !sorting.has_long_text ? sorting : null;
  if (served.length === 0 && order === null) return null;

  const at = atSeq ?? project.lastSeq;
  const used = [...served.map(({ index }) => index), ...(order === null ? [] : [order])];
  const readAt = Math.min(at, ...used.map(({ filled_to_seq }) => filled_to_seq));
  const changed = readAt === at ? [] : await changedSince(context, readAt, at);
  if (changed === null) return null;
  const rows = new IndexRows(context, asked, { heldAt: readAt === at && atSeq === null ? null : readAt, changed });

  let hits: SQL | null = null;
  const [first] = served;
  if (first !== undefined && served.length === 1 && isWhole) hits = rows.either(rows.ofKey(first), []);
  else if (first !== undefined && (isWhole || rest.indexed) && atSeq === null && served.every(isEquality)) {
    // The index over all properties intersects equalities faster than we can, and finds them in one go.
    hits = rows.looked([]);
  } else if (first !== undefined) {
    const isFoundElsewhere = rest.indexed || asked.narrow !== null;
    const most = isWhole || isFoundElsewhere ? tuning.few : tuning.rechecked;
    const rarest = await rows.rarest(served, most, atSeq === null ? asked.narrow : null);
    if (rarest !== null) hits = rows.either(rows.rechecked(rarest), []);
    else if (isWhole)
      hits = rows.either(
        sql.join(
          served.map((key) => rows.ofKey(key)),
          sql` INTERSECT ALL `,
        ),
        [],
      );
    else return null;
  }
  if (order === null || asked.sort?.kind !== "property") return { hits, ordered: null };
  return {
    hits,
    isRange: served.every(({ index }) => index === order) && served.length > 0,
    ordered: rows.inOrder(order, served, asked.sort.path),
  };
}

async function readIndexes(
  { db, project }: ProjectReadContext,
  paths: readonly (string | null)[],
): Promise<Map<string, KeyIndex>> {
  const named = [...new Set(paths.filter((path) => path !== null))];
  if (named.length === 0) return new Map();
  const rows = await db.execute<KeyIndex>(
    sql`SELECT key_id, path, filled_to_seq, has_long_text FROM property_indexes
        WHERE project_id = ${project.id} AND filled_to_seq >= 0 AND path = ANY(${textArray(named)})`,
  );
  return new Map(rows.map((row) => [row.path, row]));
}

/** Divides a filter into the conditions that the index answers, key by key, and those left to the rows. */
function divide(filter: PropertyFilter, indexes: ReadonlyMap<string, KeyIndex>): [KeyFilter[], Predicate[]] {
  const byKey = Map.groupBy(filter, (one) => (isServed(one) ? indexes.get(formatPath(one.path)) : undefined));
  const served = [...byKey].flatMap(([index, predicates]) => (index === undefined ? [] : [{ index, predicates }]));
  return [served, byKey.get(undefined) ?? []];
}

function isEquality({ predicates }: KeyFilter): boolean {
  return predicates.every(({ operator }) => operator === "$eq");
}

function isServed({ operator, operand }: Predicate): boolean {
  switch (operator) {
    case "$eq":
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return indexedOperand(operand) !== null;
    case "$in":
      return operand.every((candidate) => indexedOperand(candidate) !== null);
    default:
      return false;
  }
}

/** Entities whose events lie behind one sequence and not behind another; null when they are too many. */
async function changedSince(
  { db, project }: ProjectReadContext,
  since: number,
  upTo: number,
): Promise<string[] | null> {
  const rows = await db.execute<Columns<"events", "subject_id">>(
    sql`SELECT DISTINCT subject_id FROM events WHERE project_id = ${project.id} AND seq > ${since} AND seq <= ${upTo}
        AND subject_type = 'entity' LIMIT ${MAX_CHANGED + 1}`,
  );
  return rows.length > MAX_CHANGED ? null : rows.map(({ subject_id }) => subject_id);
}
