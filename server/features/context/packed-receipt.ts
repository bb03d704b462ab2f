import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { ItemKind, LeftOut, LeftOutReason, Reason, SectionName } from "./question.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Quality from which receipts of 150 candidates hardly get smaller, at an eighth of the time of the best. */
const QUALITY = 5;

/** Stored part of a context's item: all but its text. */
export interface ReceiptItem {
  readonly section: SectionName;
  readonly id: string;
  readonly kind: ItemKind;
  readonly seq: number;
  readonly tokens: number;
  readonly reason: Reason;
  readonly score: number;
}

/** Part of a receipt that says what was handed over, and what was not. */
export interface HandedOver {
  readonly tokens: number;
  readonly items: readonly ReceiptItem[];
  /** The best of those left out. */
  readonly left_out: readonly LeftOut[];
  readonly left_out_counts: Partial<Record<LeftOutReason, number>>;
  readonly withheld: number;
}

/** Rows by their columns, which compress better than rows: 145 candidates take 2.8 KB instead of 18. */
type InColumns<Row> = { [Key in keyof Row]?: Row[Key][] };

function inColumns<Row extends object>(rows: readonly Row[]): InColumns<Row> {
  const columns: InColumns<Row> = {};
  for (const key of Object.keys(rows[0] ?? {}) as (keyof Row)[]) columns[key] = rows.map((row) => row[key]);
  return columns;
}

function inRows<Row extends object>(columns: InColumns<Row>): Row[] {
  const named = Object.entries(columns) as [keyof Row, Row[keyof Row][]][];
  return (named[0]?.[1] ?? []).map((_, i) => Object.fromEntries(named.map(([key, values]) => [key, values[i]])) as Row);
}

/** Packs a receipt: Brotli over JSON whose rows are columns. */
export function packReceipt({ items, left_out, ...rest }: HandedOver): Promise<Uint8Array> {
  const written = JSON.stringify({ ...rest, items: inColumns(items), left_out: inColumns(left_out) });
  return compress(written, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

/** Unpacks what {@link packReceipt} packed. */
export async function unpackReceipt(packed: Uint8Array): Promise<HandedOver> {
  const { items, left_out, ...rest } = JSON.parse((await decompress(packed)).toString("utf8"));
  return { ...rest, items: inRows(items), left_out: inRows(left_out) };
}
