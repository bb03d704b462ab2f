import type { ReactNode } from "react";

/** A cell by the id of its row and the key of its column; the title of a list is a column, too. */
export interface CellPlace {
  readonly id: string;
  readonly column: string;
}

/** Rows and columns of a rectangle of cells, in their order. */
export interface CellBlock<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
}

/** Cells from which a block is pasted: what is marked, and what lies to the right of it and below. */
export interface PastePlace<Row> {
  readonly marked: CellBlock<Row>;
  readonly rest: CellBlock<Row>;
}

/** Cell after which editing goes on; null stays where it is, and "left" is a field that lost the focus. */
export type CellStep = "down" | "up" | "next" | "previous" | "left" | null;

export interface CellFieldProps<Row> {
  readonly row: Row;
  readonly column: string;
  /** Text that was typed to begin with; null begins with what the cell holds. */
  readonly typed: string | null;
  /** Takes the text that was written; null leaves the cell as it was. */
  readonly onDone: (text: string | null, step: CellStep) => void;
}

/** Text of a cell that is on its way to the record, or was refused. */
export interface UnsavedCell {
  readonly text: string;
  /** Reason of a refusal; null while it is on its way. */
  readonly problem: string | null;
}

/** Editing of the cells of a list. */
export interface CellEditing<Row> {
  /** Reason why cells are only read; null while they can be edited. */
  readonly disabledReason: string | null;
  canEdit(column: string): boolean;
  /** Draws the field in which a cell is edited. */
  field(props: CellFieldProps<Row>): ReactNode;
  unsaved(row: Row, column: string): UnsavedCell | undefined;
  write(row: Row, column: string, text: string): void;
  /** Changes a value that has two states; answers whether it is one. */
  toggle(row: Row, column: string): boolean;
  clear(block: CellBlock<Row>): void;
  /** Writes the values of a row into the columns of others. */
  fill(from: Row, block: CellBlock<Row>): void;
  copy(block: CellBlock<Row>): string;
  paste(text: string, place: PastePlace<Row>): void;
  /** Forgets what was refused in a cell; answers whether there was anything. */
  discard(row: Row, column: string): boolean;
}

/** Returns the cells between two corners; those that are no longer there count as the other one. */
export function blockBetween<Row>(
  rows: readonly Row[],
  columns: readonly string[],
  id: (row: Row) => string,
  corners: { readonly at: CellPlace; readonly anchor: CellPlace },
): CellBlock<Row> & { readonly top: number; readonly left: number } {
  const { at, anchor } = corners;
  const rowOf = (place: CellPlace) => rows.findIndex((row) => id(row) === place.id);
  const here = Math.max(0, rowOf(at));
  const there = rowOf(anchor) < 0 ? here : rowOf(anchor);
  const column = Math.max(0, columns.indexOf(at.column));
  const other = columns.includes(anchor.column) ? columns.indexOf(anchor.column) : column;
  const [top, left] = [Math.min(here, there), Math.min(column, other)];
  return {
    rows: rows.slice(top, Math.max(here, there) + 1),
    columns: columns.slice(left, Math.max(column, other) + 1),
    top,
    left,
  };
}

/** Cell of a pasted block, and the cell of the list that it goes to. */
export interface PastedCell<Row> {
  readonly row: Row;
  readonly column: string;
  readonly text: string;
}

/**
 * Returns where the cells of a block go: from the corner of what is marked on, and once more for each time that it fits into what
 * is marked. `isCut` tells that the list ends before the block.
 */
export function pastedCells<Row>(
  block: readonly (readonly string[])[],
  { marked, rest }: PastePlace<Row>,
): { readonly cells: readonly PastedCell<Row>[]; readonly isCut: boolean } {
  const width = Math.max(0, ...block.map((line) => line.length));
  if (width === 0) return { cells: [], isCut: false };
  const times = (own: number, wanted: number) => (wanted % own === 0 ? wanted : own);
  const height = times(block.length, marked.rows.length);
  const breadth = times(width, marked.columns.length);
  const cells = Array.from({ length: height * breadth }, (_, at): PastedCell<Row> | null => {
    const [down, right] = [Math.floor(at / breadth), at % breadth];
    const [row, column] = [rest.rows[down], rest.columns[right]];
    const text = block[down % block.length]?.[right % width];
    return row === undefined || column === undefined || text === undefined ? null : { row, column, text };
  });
  const isCut = height > rest.rows.length || breadth > rest.columns.length;
  return { cells: cells.filter((cell) => cell !== null), isCut };
}
