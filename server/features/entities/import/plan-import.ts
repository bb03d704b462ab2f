import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { mergedProperties, type RowFault, rowReader } from "#domain/rows/entity-row.ts";
import { type ColumnMapping, proposeMapping } from "#domain/rows/mapping.ts";
import { type RowFile, RowFileFault, type RowFormat, readRowFile } from "#domain/rows/row-file.ts";
import { runToEnd } from "#domain/steps.ts";
import { invalidValue, ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, type ValidationItem, valueError } from "../../../kernel/validation/item.ts";
import { checkJsonValue } from "../../../kernel/validation/json-values.ts";
import { parseInput } from "../../../kernel/validation/parse.ts";
import { batchOrder } from "../batch-order.ts";
import { entityFields } from "../schemas.ts";
import type { RowError } from "./schemas.ts";

/** Rows that one import may have: 50,000 were written in 20 to 90 s. */
const MAX_ROWS = 200_000;

/** Fields of an entity in a file, as they are stored until they are written. */
export interface RowInput {
  readonly external_id: string;
  readonly type?: string;
  readonly name?: string;
  readonly parent_external_id?: string | null;
  readonly properties: JsonObject[string] & (readonly [path: string[], value: JsonObject[string]])[];
}

/** A row of a file that was read. */
export interface PlannedRow {
  readonly number: number;
  /** Null where the row is refused already, with `errors`. */
  readonly input: RowInput | null;
  readonly external_id: string | null;
  readonly name: string | null;
  errors: RowError[];
}

/** Plan of an import. */
export interface ImportPlan {
  readonly mapping: readonly ColumnMapping[];
  readonly rows: readonly PlannedRow[];
  /** The rows that are not refused, parents before their children. */
  readonly order: readonly PlannedRow[];
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
});

/**
 * Reads the file of an import and finds what is wrong with each row by itself: values, external ids that come twice, and rows that
 * would be each other's ancestors.
 *
 * @throws {@link ValidationProblem} where it is no file of rows, or the mapping is not one of its columns.
 */
export function planImport(body: ImportBody): ImportPlan {
  const file = readFile(body);
  const mapping = body.mapping ?? proposeMapping(file, { hasType: body.type !== undefined });
  requireMapping(mapping, file);
  const rows = plannedRows(file, mapping);
  return { mapping, rows, order: ordered(rows) };
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

function requireMapping(mapping: readonly ColumnMapping[], { columns }: RowFile): void {
  const known = new Set(columns);
  const taken = new Set<string>();
  const items = mapping.flatMap(({ column, to }, index): ValidationItem[] => {
    const at = (field: string, reason: string, input: string) =>
      itemAt(["body", "mapping", index, field], valueError(reason), input);
    const missing = known.has(column)
      ? []
      : [at("column", `the file has no such column${didYouMean(nearestName(column, columns))}`, column)];
    const twice = taken.has(to) ? [at("to", "another column has this field already", to)] : [];
    taken.add(to);
    return [...missing, ...twice];
  });
  if (items.length > 0) throw new ValidationProblem(items);
  if (!taken.has("external_id")) {
    throw invalidValue(["body", "mapping"], "one column must be the external_id, which identifies the rows", null);
  }
}

function plannedRows(file: RowFile, mapping: readonly ColumnMapping[]): PlannedRow[] {
  const read = rowReader(file, mapping);
  const numbers = new Map<string, number>();
  const rows: PlannedRow[] = [];
  for (const row of file.rows) {
    const { number } = row;
    const at = ["rows", number];
    const { entity, faults } = read(row);
    const { properties, ...fields } = entity;
    const errors = faults.map((fault) => errorOf(number, fault));
    // A row that is no row has no fields that could be missing.
    if (row.fault === null) errors.push(...fieldErrors(number, fields, faults));
    const unkept = [
      ...checkJsonValue(fields, at),
      ...checkJsonValue(mergedProperties({}, entity), [...at, "properties"]),
    ];
    errors.push(...unkept.map(({ loc, msg, type }) => ({ loc, msg, type })));
    const { external_id: externalId } = fields;
    const first = externalId === undefined ? undefined : numbers.get(externalId);
    if (first !== undefined) {
      errors.push({
        ...refusal([...at, "external_id"], `row ${first} has the same external_id`),
        input: externalId ?? null,
      });
    } else if (externalId !== undefined) numbers.set(externalId, number);
    const isSound = errors.length === 0 && externalId !== undefined;
    const input = isSound
      ? { ...fields, external_id: externalId, properties: properties as RowInput["properties"] }
      : null;
    const named = unkept.length === 0 ? { external_id: externalId ?? null, name: fields.name ?? null } : NAMELESS;
    rows.push({ number, input, ...named, errors });
  }
  return rows;
}

const NAMELESS = { external_id: null, name: null };

function errorOf(number: number, { loc, message, input }: RowFault): RowError {
  return { ...refusal(["rows", number, ...loc], message), ...(input !== undefined && { input: shortened(input) }) };
}

function refusal(loc: (string | number)[], reason: string): RowError {
  const { msg, type } = valueError(reason);
  return { loc, msg, type };
}

/** Returns the mistakes in fields that could be read. */
function fieldErrors(number: number, fields: object, faults: readonly RowFault[]): RowError[] {
  const parsed = parseInput(RowFields, fields, { root: "body", lax: false });
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

/** Rows that can be written, parents first. Those that would be each other's ancestors are refused. */
function ordered(rows: readonly PlannedRow[]): PlannedRow[] {
  const sound = rows.filter((row): row is PlannedRow & { input: RowInput } => row.input !== null);
  const items = sound.map(({ input: { external_id, parent_external_id } }) => {
    return { op: "upsert" as const, external_id, parent_external_id };
  });
  const { order, circular } = batchOrder(items, { hasId: () => false, hasExternalId: () => false });
  for (const index of circular.keys()) {
    const row = sound[index];
    row?.errors.push({
      ...refusal(["rows", row.number, "parent_external_id"], "an entity cannot be under itself"),
      input: row.input.parent_external_id ?? null,
    });
  }
  return order.flatMap((index) => (circular.has(index) ? [] : (sound[index] ?? [])));
}
