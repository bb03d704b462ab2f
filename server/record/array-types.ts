import type postgres from "postgres";
import { parse } from "postgres-array";

/** Arrays that columns, results and parameters of the product are, by the identifiers that every server has for their types. */
const ARRAYS: Readonly<Record<number, (text: string) => string | number>> = {
  /** `text[]` */ 1009: (text) => text,
  /** `integer[]` */ 1007: Number,
  /** `bigint[]`: sequences and moments, below 2^53 */ 1016: Number,
};

/** Makes the driver read and write arrays, where it was told not to ask the server which types there are. */
export function setArrayTypes({ parsers, serializers }: postgres.ParsedOptions): void {
  for (const [type, toValue] of Object.entries(ARRAYS)) {
    parsers[Number(type)] = (text: string) => parse(text, toValue);
    serializers[Number(type)] = (values: unknown) => (Array.isArray(values) ? arrayLiteral(values) : values);
  }
}

/** An array as PostgreSQL reads it: every value in quotes, so that none is taken for NULL or a brace. */
function arrayLiteral(values: readonly unknown[]): string {
  const quoted = values.map((value) => (value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`));
  return `{${quoted.join(",")}}`;
}
