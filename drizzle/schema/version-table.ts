import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { z } from "zod";
import type { ColumnType, Field, Fields, KeptValue } from "#server/kernel/field.ts";
import { referencedId } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent, seq, textC, versionColumns } from "./columns.ts";
import { externalIdIndexes } from "./external-id.ts";

type VersionColumns = ReturnType<typeof versionColumns>;

/** Columns of fields, typed by their values. */
type FieldColumns<F extends Fields> = {
  [Name in keyof F]: PgColumnBuilderBase<
    {
      name: Name & string;
      dataType: "custom";
      columnType: "PgCustomColumn";
      data: KeptValue<F[Name]>;
      driverParam: unknown;
      enumValues: undefined;
    },
    { notNull: null extends KeptValue<F[Name]> ? false : true }
  >;
};

/** Columns of a table, for its indexes. */
type Indexed<F extends Fields> = Readonly<Record<(keyof F & string) | keyof VersionColumns, ExtraConfigColumn>>;

/**
 * Makes the table of a recorded resource from its fields: the columns of every version, one of each field, the indexes for reads of
 * the present, of the past, in order of creation and by external id, and those given. `computed` are columns that follow from the state, such as a
 * search form. Of subjects that are read only `within` another, which that field names, the indexes given are the order.
 */
export function versionTable<
  const Name extends string,
  const F extends Fields,
  Computed extends Record<string, PgColumnBuilderBase> = Record<never, never>,
>(
  name: Name,
  fields: F,
  indexes: (columns: Indexed<F>) => PgTableExtraConfigValue[] = () => [],
  computed: Computed = {} as Computed,
  within: (keyof F & string) | null = null,
) {
  const own = Object.fromEntries(Object.entries(fields).map(([column, each]) => [column, columnOf(column, each)]));
  return pgTable(name, { ...versionColumns(), ...(own as unknown as FieldColumns<F>), ...computed }, (columns) => {
    const t = columns as unknown as Indexed<Record<"external_id", Field>>;
    return [
      primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] as never }),
      uniqueIndex(`${name}_current`).on(t.project_id, t.id).where(isCurrent),
      ...(within === null ? inOrder(name, t) : []),
      ...(isNamed(fields) ? externalIdIndexes(name, t) : []),
      ...indexes(t as never),
    ];
  });
}

/** Returns the indexes for reads of all subjects in order of their creation, now and in the past. */
function inOrder(name: string, t: Indexed<Record<never, Field>>): PgTableExtraConfigValue[] {
  return [
    index(`${name}_created`).on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index(`${name}_as_of`).on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ];
}

/** Whether subjects are found by a column with their external id; a sealed one is none. */
function isNamed({ external_id }: Fields): boolean {
  return external_id !== undefined && external_id.options.sealed !== true;
}

const BUILDERS = {
  "sorted text": textC,
  text: (name: string) => text(name),
  "text[]": (name: string) => text(name).array(),
  boolean: (name: string) => boolean(name),
  integer: (name: string) => integer(name),
  sequence: seq,
  number: (name: string) => doublePrecision(name),
  json: (name: string) => jsonb(name),
  "nullable json": (name: string) => jsonb(name),
} as const satisfies Record<ColumnType, (name: string) => unknown>;

/** The column of a field. Its default is the field's, so that a field can be added to a table that has rows. */
function columnOf(name: string, { schema, options }: Field): PgColumnBuilderBase {
  if (options.sealed === true) return text(name);
  const type = options.column ?? columnType(schema);
  const built = BUILDERS[type](name);
  if (schema instanceof z.ZodNullable || type === "nullable json") return built;
  const { default: value } = options;
  if (value === undefined) return built.notNull();
  const json = sql.raw(`'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`);
  return built.notNull().default((type === "json" ? json : value) as never);
}

/** Returns the usual type of a column for values of a schema. */
function columnType(schema: z.ZodType): ColumnType {
  if (referencedId(schema) !== null) return "sorted text";
  if (schema instanceof z.ZodNullable) return columnType(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return "sorted text";
  if (schema instanceof z.ZodISODateTime) return "text";
  if (schema instanceof z.ZodNumber) return schema.format === "safeint" ? "integer" : "number";
  return schema instanceof z.ZodBoolean ? "boolean" : "json";
}
