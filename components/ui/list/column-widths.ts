import type { Column, ListDefinition } from "./list-definition.ts";

/** Rows that are measured: those that are shown first, so that a column keeps its width while more are read. */
const MEASURED = 100;
/** Width of a character of the usual text, in rem, on the average; and of one of a head. */
const CHARACTER = 0.44;
const HEAD_CHARACTER = 0.42;
/** Room in a head for the sign of the order. */
const SIGN = 1.1;
/** Share of the cells that are to be seen whole. */
const WHOLE = 0.9;
const NARROWEST = 3.5;
/** Width in rem from which a column holds prose: it takes the room that is left, in two lines. */
const PROSE_FROM = 16;
const PROSE_LEAST = 16;
/** Largest part of the width that names take. */
const TITLE_SHARE = 0.3;
const TITLE_WIDEST = 20;
/** Room for what stands before a name. */
const TITLE_SIGN = 2.25;

/** Width of a column by what it holds. */
export interface ColumnWidth {
  /** Least width in rem. */
  readonly least: number;
  /** Whether it holds prose, which takes the room that is left. */
  readonly isProse: boolean;
}

/** Returns the width that most of some texts have, in rem. */
function widthOf(texts: readonly string[]): number {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b);
  const most = lengths[Math.max(0, Math.ceil(lengths.length * WHOLE) - 1)] ?? 0;
  return most * CHARACTER + 0.25;
}

/** Returns the width of a column by the texts of its cells; undefined for one that declares its width. */
export function measureColumn<Row>(column: Column<Row>, rows: readonly Row[]): ColumnWidth | undefined {
  const { text, label, sort } = column;
  if (text === undefined) return undefined;
  const held = rows.slice(0, MEASURED).flatMap((row) => {
    const own = text(row);
    return own === "" ? [] : [own];
  });
  const head = label.length * HEAD_CHARACTER + (sort === undefined ? 0 : SIGN);
  const wanted = Math.max(NARROWEST, head, widthOf(held));
  return wanted > PROSE_FROM ? { least: PROSE_LEAST, isProse: true } : { least: rounded(wanted), isProse: false };
}

/** Returns the width of the names of rows in rem: what most of them need, and never more than their share of the list. */
export function measureTitle<Row>({ title }: ListDefinition<Row>, rows: readonly Row[], width: number): number {
  const wanted = widthOf(rows.slice(0, MEASURED).map(title.text)) + (title.sign === undefined ? 0 : TITLE_SIGN);
  const most = Math.min(TITLE_WIDEST, Number.isFinite(width) ? width * TITLE_SHARE : TITLE_WIDEST);
  return rounded(Math.min(Math.max(wanted, title.width * 0.6), Math.max(most, title.width * 0.6)));
}

const rounded = (rem: number): number => Math.ceil(rem * 4) / 4;
