import type { PickedRows } from "./picked-rows.ts";

/** Rows on their way from one page to the next, which no address can hold. */
let handed: PickedRows | null = null;

/** Leaves rows for the page that shows their columns. */
export function handRows(rows: PickedRows): void {
  handed = rows;
}

/** Takes the rows that were left; null where there are none. */
export function takeHandedRows(): PickedRows | null {
  const rows = handed;
  handed = null;
  return rows;
}
