import { type SQL, sql } from "drizzle-orm";
import type { Predicate, PropertyFilter } from "#domain/filter/property-filter.ts";
import type { PropertyPath } from "#domain/filter/property-path.ts";
import type { SortOrder } from "#domain/filter/sort.ts";
import type { ProjectReadContext } from "../../../operation/context.ts";
import { textArray } from "../../../record/database.ts";
import { filterSql } from "../../../record/list/filter-sql.ts";
import type { ListSource } from "../../../record/list/list.ts";
import { propertySql } from "../../../record/list/property-sql.ts";
import { column } from "../../../record/list/row.ts";
import { holds } from "../../../record/versions.ts";
import { type IndexedValue, indexedColumns, indexedOperand } from "./indexed-value.ts";

/** Progress of the index of a declared key. */
export interface KeyIndex extends Record<string, unknown> {
  key_id: string;
  path: string;
  filled_to_seq: number;
  has_long_text: boolean;
}

/** Condition of a list on one declared key. */
export interface KeyFilter {
  readonly index: KeyIndex;
  readonly predicates: readonly Predicate[];
}

/** Conditions of a list on its rows. */
interface AskedRows {
  readonly filter: PropertyFilter;
  readonly order: SortOrder;
  readonly type: string | null;
  readonly where: readonly SQL[];
}

/** The sequence that an index is read at, null for the present, and the entities that changed after it. */
interface Moment {
  readonly heldAt: number | null;
  readonly changed: readonly string[];
}

/** Statements over the index of declared keys and, for what changed since, over the entities themselves. */
export class IndexRows {
  private readonly context: Pick<ProjectReadContext, "db" | "project" | "atSeq">;
  private readonly asked: AskedRows;
  private readonly moment: Moment;

  constructor(context: Pick<ProjectReadContext, "db" | "project" | "atSeq">, asked: AskedRows, moment: Moment) {
    this.context = context;
    this.asked = asked;
    this.moment = moment;
  }

  /** Selects `id` of entities that satisfy what is asked of one key. */
  ofKey(key: KeyFilter): SQL {
    return sql`SELECT v.entity_id AS id FROM entity_property_values v WHERE ${all(this.conditions("v", key))}`;
  }

  /** Selects `id` of what the index finds, and of entities that changed since and satisfy `more` besides. */
  either(indexed: SQL, more: readonly SQL[]): SQL {
    return this.moment.changed.length === 0
      ? indexed
      : sql`(${indexed}) UNION ALL SELECT t.id ${this.changedRows(more)}`;
  }

  /** Selects `id` of the entities that satisfy everything asked, as their own rows say. */
  looked(more: readonly SQL[]): SQL {
    return sql`SELECT t.id ${this.ownRows(more)}`;
  }

  /** Selects `id` of the entities of one key that satisfy everything else, as their own rows say. */
  rechecked(key: KeyFilter): SQL {
    // Named by an array they are found by id; a join is left alone with statistics that know nothing of keys.
    return this.looked([sql`${column("id")} = ANY(ARRAY(${this.ofKey(key)}))`]);
  }

  /** The key with the fewest entities; null where it has more than `most`, or where `narrow` is satisfied by fewer. */
  async rarest(keys: readonly KeyFilter[], most: number, narrow: SQL | null): Promise<KeyFilter | null> {
    const { db } = this.context;
    const bounded = (ids: SQL) => sql`(SELECT count(*) FROM (${ids} LIMIT ${most + 1}) few)`;
    const others = narrow === null ? [] : [bounded(sql`SELECT t.id ${this.rows([narrow])}`)];
    const counts = [...keys.map((key) => bounded(this.ofKey(key))), ...others];
    const [row] = await db.execute<{ counts: number[] }>(
      sql`SELECT ARRAY[${sql.join(counts, sql`, `)}]::int[] AS counts`,
    );
    const found = row?.counts ?? [];
    const fewest = Math.min(...found);
    return fewest > most ? null : (keys[found.indexOf(fewest)] ?? null);
  }

  /** The order of a list by a declared property. */
  inOrder(order: KeyIndex, keys: readonly KeyFilter[], path: PropertyPath): ListSource["ordered"] {
    const { changed } = this.moment;
    const value = sql`(${propertySql(column("properties"), path)})`;
    const isThere = [sql`${value} IS NOT NULL`];
    const columns = indexedColumns(value);
    const direction = sql.raw(this.asked.order === "asc" ? "ASC" : "DESC");
    const by = (prefix: string) =>
      sql.join(
        ["kind", "number", "string", "entity_id"].map((name) => sql`${sql.raw(prefix + name)} ${direction}`),
        sql`, `,
      );
    const own = keys.find(({ index }) => index === order) ?? { index: order, predicates: [] };
    const joins = keys
      .filter((key) => key !== own)
      .map((key, i) => {
        const alias = `v${i}`;
        const conditions = all(this.conditions(alias, key));
        return sql`JOIN entity_property_values ${sql.raw(alias)} ON ${conditions} AND ${sql.raw(alias)}.entity_id = v.entity_id`;
      });
    const found = sql`FROM entity_property_values v ${sql.join(joins, sql` `)} WHERE ${all(this.conditions("v", own))}`;
    const page = (limit: number, offset: number) => {
      const start = sql`SELECT v.entity_id AS id, v.entity_id, v.kind, v.number, v.string ${found} ORDER BY ${by("v.")}`;
      if (changed.length === 0) return sql`${start} LIMIT ${limit} OFFSET ${offset}`;
      return sql`SELECT id FROM ((${start} LIMIT ${limit + offset}) UNION ALL
          (SELECT t.id, t.id, ${columns.kind}, ${columns.number}, ${columns.string} ${this.changedRows(isThere)})) found
        ORDER BY ${by("found.")} LIMIT ${limit} OFFSET ${offset}`;
    };
    // Whoever satisfies a condition on the key has it; otherwise those without it come last, and are no business of the index.
    const present = own.predicates.length > 0 ? null : this.either(sql`SELECT v.entity_id AS id ${found}`, isThere);
    return { page, present };
  }

  private conditions(alias: string, { index, predicates }: KeyFilter): SQL[] {
    const { heldAt, changed } = this.moment;
    const name = (column: string) => sql.raw(`${alias}.${column}`);
    const conditions = [
      sql`${name("project_id")} = ${this.context.project.id}`,
      sql`${name("key_id")} = ${index.key_id}`,
      holds(heldAt, alias),
      ...predicates.map((predicate) => predicateSql(predicate, alias)),
    ];
    if (this.asked.type !== null) conditions.push(sql`${name("type")} = ${this.asked.type}`);
    if (changed.length > 0) conditions.push(sql`${name("entity_id")} <> ALL(${textArray(changed)})`);
    return conditions;
  }

  private changedRows(more: readonly SQL[]): SQL {
    return this.ownRows([sql`${column("id")} = ANY(${textArray(this.moment.changed)})`, ...more]);
  }

  private ownRows(more: readonly SQL[]): SQL {
    const { filter, type, where } = this.asked;
    const ofType = type === null ? [] : [sql`${column("type")} = ${type}`];
    return this.rows([...ofType, ...filterSql(filter, column("properties")).conditions, ...where, ...more]);
  }

  private rows(conditions: readonly SQL[]): SQL {
    const { project, atSeq } = this.context;
    const held = [sql`${column("project_id")} = ${project.id}`, holds(atSeq, "t")];
    return sql`FROM entity_versions t WHERE ${all([...held, ...conditions])}`;
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
