import { type SQL, sql } from "drizzle-orm";
import type { Predicate, PropertyFilter } from "#domain/filter/property-filter.ts";
import { formatPath } from "#domain/filter/property-path.ts";
import type { SortOrder } from "#domain/filter/sort.ts";
import type { ProjectReadContext } from "../../../operation/context.ts";
import { textArray } from "../../../record/database.ts";
import { filterSql } from "../../../record/list/filter-sql.ts";
import type { ListSource } from "../../../record/list/list.ts";
import { propertySql } from "../../../record/list/property-sql.ts";
import { column } from "../../../record/list/row.ts";
import type { SortKey } from "../../../record/list/sort-sql.ts";
import { holds } from "../../../record/versions.ts";
import { type IndexedValue, indexedColumns, indexedOperand } from "./indexed-value.ts";

/** What a list of entities asks that an index of declared keys may answer. */
interface Asked {
  readonly filter: PropertyFilter;
  readonly sort: SortKey | null;
  readonly order: SortOrder;
  readonly type: string | null;
}

interface KeyIndex extends Record<string, unknown> {
  key_id: string;
  path: string;
  filled_to_seq: number;
  has_long_text: boolean;
}

/** Entities changed since an index was filled that are looked at one by one; with more the index is of no use yet. */
const MAX_CHANGED = 2_000;

/**
 * Answers a list of entities from the index of declared keys, where all its conditions and its order are about such keys;
 * null where they are not.
 *
 * The index follows the record a moment behind. It is read at the sequence it reaches, without the entities that changed
 * after that; those are looked at themselves. So the answer is that of the table at every moment of filling.
 */
export async function indexSource(context: ProjectReadContext, asked: Asked): Promise<ListSource | null> {
  const { db, project, atSeq } = context;
  const sortPath = asked.sort?.kind === "property" ? formatPath(asked.sort.path) : null;
  const conditions = groupByPath(asked.filter);
  const paths = [...conditions.keys(), ...(sortPath === null ? [] : [sortPath])];
  if (paths.length === 0) return null;
  const rows = await db.execute<KeyIndex>(
    sql`SELECT key_id, path, filled_to_seq, has_long_text FROM property_indexes
        WHERE project_id = ${project.id} AND filled_to_seq >= 0 AND path = ANY(${textArray(paths)})`,
  );
  const indexes = new Map(rows.map((row) => [row.path, row]));
  const served = [...conditions].map(([path, predicates]) => {
    const index = indexes.get(path);
    const tests = predicates.map((predicate) => (alias: string) => predicateSql(predicate, alias));
    return index !== undefined && predicates.every(isServed) ? { index, tests } : null;
  });
  if (served.some((each) => each === null)) return null;
  const filters = served.filter((each) => each !== null);
  const sorting = sortPath === null ? undefined : indexes.get(sortPath);
  const order = sorting !== undefined && !sorting.has_long_text ? sorting : null;
  if (filters.length === 0 && order === null) return null;

  const at = atSeq ?? project.lastSeq;
  const used = [...filters.map(({ index }) => index), ...(order === null ? [] : [order])];
  const readAt = Math.min(at, ...used.map(({ filled_to_seq }) => filled_to_seq));
  const changed = readAt === at ? [] : await changedSince(context, readAt, at);
  if (changed === null) return null;
  const heldAt = readAt === at && atSeq === null ? null : readAt;

  const ofIndex = (alias: string, index: KeyIndex) =>
    sql`${sql.raw(alias)}.project_id = ${project.id} AND ${sql.raw(alias)}.key_id = ${index.key_id} AND ${holds(heldAt, alias)}`;
  /** Rows of the index that satisfy the filter; `first` is the key whose rows the others are joined to. */
  const indexRows = (first: KeyIndex) => {
    const parts = [ofIndex("v", first)];
    const joins: SQL[] = [];
    for (const [i, { index, tests }] of filters.entries()) {
      const alias = index === first ? "v" : `v${i}`;
      parts.push(...tests.map((test) => test(alias)));
      if (index === first) continue;
      joins.push(sql`JOIN entity_property_values ${sql.raw(alias)} ON ${ofIndex(alias, index)}
        AND ${sql.raw(alias)}.entity_id = v.entity_id`);
    }
    if (asked.type !== null) parts.push(sql`v.type = ${asked.type}`);
    if (changed.length > 0) parts.push(sql`v.entity_id <> ALL(${textArray(changed)})`);
    return sql`FROM entity_property_values v ${sql.join(joins, sql` `)} WHERE ${all(parts)}`;
  };
  /** Entities that changed since, as their own rows say. */
  const changedRows = (more: SQL[]) => {
    const own = filterSql(asked.filter, column("properties")).conditions;
    const ofType = asked.type === null ? [] : [sql`${column("type")} = ${asked.type}`];
    const these = [sql`${column("project_id")} = ${project.id}`, sql`${column("id")} = ANY(${textArray(changed)})`];
    return sql`FROM entity_versions t WHERE ${all([...these, holds(atSeq, "t"), ...ofType, ...own, ...more])}`;
  };
  const union = (indexed: SQL, since: SQL) => (changed.length === 0 ? indexed : sql`${indexed} UNION ALL ${since}`);

  const first = filters[0]?.index;
  const hits =
    first === undefined
      ? null
      : union(sql`SELECT v.entity_id AS id ${indexRows(first)}`, sql`SELECT t.id ${changedRows([])}`);
  if (order === null || asked.sort?.kind !== "property") return { hits, ordered: null };

  const value = sql`(${propertySql(column("properties"), asked.sort.path)})`;
  const isThere = [sql`${value} IS NOT NULL`];
  const columns = indexedColumns(value);
  const direction = sql.raw(asked.order === "asc" ? "ASC" : "DESC");
  const by = (prefix: string) =>
    sql.join(
      ["kind", "number", "string", "entity_id"].map((name) => sql`${sql.raw(prefix + name)} ${direction}`),
      sql`, `,
    );
  const page = (limit: number, offset: number) => {
    const start = sql`SELECT v.entity_id AS id, v.entity_id, v.kind, v.number, v.string ${indexRows(order)} ORDER BY ${by("v.")}`;
    if (changed.length === 0) return sql`${start} LIMIT ${limit} OFFSET ${offset}`;
    return sql`SELECT id FROM ((${start} LIMIT ${limit + offset}) UNION ALL
        (SELECT t.id, t.id, ${columns.kind}, ${columns.number}, ${columns.string} ${changedRows(isThere)})) found
      ORDER BY ${by("found.")} LIMIT ${limit} OFFSET ${offset}`;
  };
  // Whoever satisfies a condition on the key has it; otherwise those without it come last, and are no business of the index.
  const isFiltered = filters.some(({ index }) => index === order);
  const present = isFiltered
    ? null
    : union(sql`SELECT v.entity_id AS id ${indexRows(order)}`, sql`SELECT t.id ${changedRows(isThere)}`);
  return { hits, ordered: { page, present } };
}

/** Entities whose events lie behind one sequence and not behind another; null when they are too many. */
async function changedSince(
  { db, project }: ProjectReadContext,
  since: number,
  upTo: number,
): Promise<string[] | null> {
  const rows = await db.execute<{ subject_id: string }>(
    sql`SELECT DISTINCT subject_id FROM events WHERE project_id = ${project.id} AND seq > ${since} AND seq <= ${upTo}
        AND subject_type = 'entity' LIMIT ${MAX_CHANGED + 1}`,
  );
  return rows.length > MAX_CHANGED ? null : rows.map(({ subject_id }) => subject_id);
}

function groupByPath(filter: PropertyFilter): Map<string, Predicate[]> {
  return Map.groupBy(filter, ({ path }) => formatPath(path));
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

function predicateSql({ operator, operand }: Predicate, alias: string): SQL {
  if (operator === "$in") {
    const options = operand.map((candidate) => compared(alias, indexedOperand(candidate), "="));
    return options.length === 0 ? sql`false` : sql`(${sql.join(options, sql` OR `)})`;
  }
  const sign = { $eq: "=", $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" }[operator as "$eq"];
  return compared(alias, indexedOperand(operand as string | number), sign);
}

function compared(alias: string, value: IndexedValue | null, sign: string): SQL {
  if (value === null) throw new Error("the index cannot answer this operand");
  const name = (column: string) => sql.raw(`${alias}.${column}`);
  const number = sql`${value.number}::float8`;
  return value.kind === 1
    ? sql`(${name("kind")} = 1 AND ${name("number")} = 0 AND ${name("string")} ${sql.raw(sign)} ${value.string}::text)`
    : sql`(${name("kind")} = ${sql.raw(String(value.kind))} AND ${name("number")} ${sql.raw(sign)} ${number})`;
}

function all(conditions: readonly SQL[]): SQL {
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` AND `,
  );
}
