import { type SQL, sql } from "drizzle-orm";
import type { Json } from "#domain/json.ts";

/** A value as the index keeps it: the columns that a sort by it goes by. */
export interface IndexedValue {
  /** Rank of the value's type: 0 number, 1 text, 2 boolean, 3 anything else. */
  readonly kind: number;
  readonly number: number;
  readonly string: string;
}

/** Bytes kept of a text. */
const TEXT_BYTES = 256;

/**
 * Bytes of a text that the index can be asked about. What is kept of a longer text is never shorter than 253 bytes, for it
 * ends between two characters, so it cannot be the beginning of such an operand: comparing what is kept decides.
 */
const OPERAND_BYTES = TEXT_BYTES - 4;

/** A stored value in the index, and whether it is a text too long to be kept whole. */
export function indexedValue(value: Json): { value: IndexedValue; isLong: boolean } {
  if (typeof value === "number") return { value: { kind: 0, number: value, string: "" }, isLong: false };
  if (typeof value === "boolean") return { value: { kind: 2, number: Number(value), string: "" }, isLong: false };
  if (typeof value !== "string") return { value: { kind: 3, number: 0, string: "" }, isLong: false };
  const bytes = Buffer.from(value, "utf8");
  if (bytes.length <= TEXT_BYTES) return { value: { kind: 1, number: 0, string: value }, isLong: false };
  let end = TEXT_BYTES;
  // A byte that goes on with a character (10xxxxxx) cannot be the first one left out.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { value: { kind: 1, number: 0, string: bytes.toString("utf8", 0, end) }, isLong: true };
}

/** The value of an operand that the index can answer about, or null. */
export function indexedOperand(operand: Json): IndexedValue | null {
  if (typeof operand === "string" && Buffer.byteLength(operand) > OPERAND_BYTES) return null;
  const { value } = indexedValue(operand);
  return value.kind === 3 ? null : value;
}

/** The columns of {@link IndexedValue} computed from a jsonb expression that is not SQL null; texts are whole. */
export function indexedColumns(value: SQL): { kind: SQL; number: SQL; string: SQL } {
  return {
    kind: sql`CASE jsonb_typeof(${value}) WHEN 'number' THEN 0 WHEN 'string' THEN 1 WHEN 'boolean' THEN 2 ELSE 3 END::smallint`,
    number: sql`CASE jsonb_typeof(${value}) WHEN 'number' THEN (${value} #>> '{}')::float8
      WHEN 'boolean' THEN CASE WHEN ${value} = 'true'::jsonb THEN 1 ELSE 0 END ELSE 0 END::float8`,
    string: sql`CASE jsonb_typeof(${value}) WHEN 'string' THEN ${value} #>> '{}' ELSE '' END COLLATE "C"`,
  };
}
