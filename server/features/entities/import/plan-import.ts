import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { mergedProperties, type RowFault, rowReader } from "#domain/rows/entity-row.ts";
import { type ColumnMapping, canShare, proposeMapping } from "#domain/rows/mapping.ts";
import { type RowFile, RowFileFault, type RowFormat, readRowFile } from "#domain/rows/row-file.ts";
import { runToEnd } from "#domain/steps.ts";
import { invalidValue, ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, type ValidationItem, valueError } from "../../../kernel/validation/item.ts";
import { checkJsonValue } from "../../../kernel/validation/json-values.ts";
import { parseInput } from "../../../kernel/validation/parse.ts";
import { batchOrder } from "../batch-order.ts";
import { entityFields, LOCATION } from "../schemas.ts";
import type { RowError } from "./schemas.ts";

/** Rows that one import may have: 50,000 were written in 20 to 90 s. */
export const MAX_ROWS = 200_000;

/** Fields of an entity in a file, as they are stored until they are written. */
export interface RowInput extends PlannedInput {
  readonly external_id: string;
  /** Whether the id was made of the name, so that nobody else may have it. */
  readonly is_new?: boolean;
}

/** Fields of an entity in a file as they were read: it may be called by its name, and so may the place it is in. */
export interface PlannedInput {
  readonly external_id?: string;
  readonly type?: string;
  readonly name?: string;
  readonly parent_external_id?: string | null;
  readonly parent_name?: string | null;
  readonly properties: JsonObject[string] & (readonly [path: string[], value: JsonObject[string]])[];
}

/** A row of a file that was read. */
export interface PlannedRow<Input extends PlannedInput = PlannedInput> {
  readonly number: number;
  /** Null where the row is refused already, with `errors`. */
  readonly input: Input | null;
  readonly external_id: string | null;
  readonly name: string | null;
  errors: RowError[];
}

/** Plan of an import. */
export interface ImportPlan<Input extends PlannedInput = PlannedInput> {
  readonly mapping: readonly ColumnMapping[];
  readonly rows: readonly PlannedRow<Input>[];
  /** The rows that are not refused, parents before their children. */
  readonly order: readonly PlannedRow<Input>[];
}

/** Body of an import request. */
export interface ImportBody {
  readonly format: RowFormat;
  readonly content?: unknown;
  readonly mapping?: readonly ColumnMapping[] | undefined;
  readonly type?: string | undefined;
}

const RowFields = z.object({
  external_id: entityFields.external_id,
  type: entityFields.type.optional(),
  name: entityFields.name.optional(),
  parent_external_id: entityFields.parent_external_id.optional(),
  parent_name: entityFields.name.nullable().optional(),
});
/** Fields of a row that is called by its name. */
const NamedRowFields = RowFields.omit({ external_id: true }).extend({ name: entityFields.name });

/**
 * Reads the file of an import and finds what is wrong with each row by itself: values, external ids or names that come twice, and rows
 * that would be each other's ancestors.
 *
 * @throws {@link ValidationProblem} where it is no file of rows, or the mapping is not one of its columns.
 */
export function planImport(body: ImportBody): ImportPlan {
  const file = readFile(body);
  const mapping = body.mapping ?? proposeMapping(file, { hasType: body.type !== undefined });
  requireMapping(mapping, file);
  const rows = plannedRows(file, mapping);
  return { mapping, rows, order: ordered(rows, body.type) };
}

function readFile({ format, content }: ImportBody): RowFile {
  const at = ["body", "content"];
  let file: RowFile;
  try {
    file = runToEnd(readRowFile(format, content));
  } catch (error) {
    if (error instanceof RowFileFault) throw new ValidationProblem([itemAt(at, valueError(error.message))]);
    throw error;
  }
  const { length } = file.rows;
  if (length === 0) throw new ValidationProblem([itemAt(at, valueError("the file has no rows"))]);
  if (length > MAX_ROWS) {
    throw new ValidationProblem([itemAt(at, valueError(`a file has at most ${MAX_ROWS} rows`, { rows: length }))]);
  }
  return file;
}

function requireMapping(mapping: readonly ColumnMapping[], file: RowFile): void {
  const { columns } = file;
  const known = new Set(columns);
  const taken = new Set<string>();
  const items = mapping.flatMap((each, index): ValidationItem[] => {
    const { column, to } = each;
    const at = (field: string, reason: string, input: string) =>
      itemAt(["body", "mapping", index, field], valueError(reason), input);
    const missing = known.has(column)
      ? []
      : [at("column", `the file has no such column${didYouMean(nearestName(column, columns))}`, column)];
    const twice = taken.has(to) && !canShare(each, file) ? [at("to", "another column has this field already", to)] : [];
    taken.add(to);
    return [...missing, ...twice];
  });
  if (items.length > 0) throw new ValidationProblem(items);
  const refuse = (reason: string) => invalidValue(["body", "mapping"], reason, null);
  if (!taken.has("external_id") && !taken.has("name")) {
    throw refuse("one column must be the external_id or the name, which identifies the rows");
  }
  if (taken.has("parent_external_id") && taken.has("parent_name")) {
    throw refuse("map either parent_external_id or parent_name");
  }
}

function plannedRows(file: RowFile, mapping: readonly ColumnMapping[]): PlannedRow[] {
  const read = rowReader(file, mapping);
  const isNamed = !mapping.some(({ to }) => to === "external_id");
  const key = isNamed ? "name" : "external_id";
  const numbers = new Map<string, number>();
  const rows: PlannedRow[] = [];
  for (const row of file.rows) {
    const { number } = row;
    const at = ["rows", number];
    const { entity, faults } = read(row);
    const { properties, ...fields } = entity;
    const errors = faults.map((fault) => errorOf(number, fault));
    // A row that is no row has no fields that could be missing.
    if (row.fault === null) errors.push(...fieldErrors(number, fields, { faults, isNamed }));
    const unkept = [
      ...checkJsonValue(fields, at),
      ...checkJsonValue(mergedProperties({}, entity), [...at, "properties"]),
    ];
    errors.push(...unkept.map(({ loc, msg, type }) => ({ loc, msg, type })));
    const said = fields[key];
    const id = said === undefined ? undefined : isNamed ? JSON.stringify([nameKey(said), fields.type]) : said;
    const first = id === undefined ? undefined : numbers.get(id);
    if (first !== undefined) {
      errors.push({ ...rowRefusal([...at, key], `row ${first} has the same ${key}`), input: said ?? null });
    } else if (id !== undefined) numbers.set(id, number);
    const isSound = errors.length === 0 && id !== undefined;
    const input = isSound ? { ...fields, properties: properties as PlannedInput["properties"] } : null;
    const named =
      unkept.length === 0 ? { external_id: fields.external_id ?? null, name: fields.name ?? null } : NAMELESS;
    rows.push({ number, input, ...named, errors });
  }
  return rows;
}

/** The form in which names are the same: people do not tell them apart by capitals or spaces. */
export function nameKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

const NAMELESS = { external_id: null, name: null };

function errorOf(number: number, { loc, message, input }: RowFault): RowError {
  return { ...rowRefusal(["rows", number, ...loc], message), ...(input !== undefined && { input: shortened(input) }) };
}

/** Mistake of a row as its report has it. */
export function rowRefusal(loc: (string | number)[], reason: string): RowError {
  const { msg, type } = valueError(reason);
  return { loc, msg, type };
}

/** Returns the mistakes in fields that could be read. */
function fieldErrors(
  number: number,
  fields: object,
  { faults, isNamed }: { faults: readonly RowFault[]; isNamed: boolean },
): RowError[] {
  const parsed = parseInput(isNamed ? NamedRowFields : RowFields, fields, { root: "body", lax: false });
  if (parsed.ok) return [];
  const told = new Set(faults.map(({ loc }) => loc[0]));
  return parsed.issues.flatMap(({ loc: [, ...loc], msg, type, input }): RowError[] => {
    if (told.has(String(loc[0]))) return [];
    const shown = typeof input === "string" ? { input: shortened(input) } : {};
    return [{ loc: ["rows", number, ...loc], msg, type, ...shown }];
  });
}

const SHOWN_CHARACTERS = 200;

/** A value as a report repeats it; one that is large would be kept for every row. */
function shortened(value: JsonObject[string]): JsonObject[string] {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= SHOWN_CHARACTERS) return typeof value === "string" ? safe(value) : safe(text);
  return `${safe(text.slice(0, SHOWN_CHARACTERS))}…`;
}

function safe(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/**
 * Rows that can be written, parents first. Those that would be each other's ancestors are refused.
 *
 * @param type type of the rows that have none.
 */
function ordered(rows: readonly PlannedRow[], type: string | undefined): PlannedRow[] {
  const sound = rows.filter((row): row is PlannedRow & { input: PlannedInput } => row.input !== null);
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();
  for (const [index, { input }] of sound.entries()) {
    if (input.external_id !== undefined) byId.set(input.external_id, index);
    if (input.name !== undefined && (input.type ?? type) === LOCATION) byName.set(nameKey(input.name), index);
  }
  const parentOf = ({ parent_external_id, parent_name }: PlannedInput): number | undefined => {
    if (parent_external_id != null) return byId.get(parent_external_id);
    return parent_name == null ? undefined : byName.get(nameKey(parent_name));
  };
  const items = sound.map(({ input }, index) => {
    const parent = parentOf(input);
    const above = parent === undefined ? {} : { parent_external_id: String(parent) };
    return { op: "upsert" as const, external_id: String(index), ...above };
  });
  const { order, circular } = batchOrder(items, { hasId: () => false, hasExternalId: () => false });
  for (const index of circular.keys()) {
    const row = sound[index];
    const field = row?.input.parent_name == null ? "parent_external_id" : "parent_name";
    row?.errors.push({
      ...rowRefusal(["rows", row.number, field], "an entity cannot be under itself"),
      input: row.input[field] ?? null,
    });
  }
  return order.flatMap((index) => (circular.has(index) ? [] : (sound[index] ?? [])));
}
