/** Fields that decide the order of deliveries: the time a delivery was due, and the sequence it reports. */
interface Due {
  readonly due_at: string | null;
  readonly seq: number | null;
}

/**
 * Sorts deliveries that were taken on together into the order in which they are sent: longest due first, and in the
 * order of the record where they became due together. By the record alone, the newest delivery of a receiver that never
 * answers would wait behind retries of all before it.
 */
export function inTurn<Row extends Due>(rows: readonly Row[]): Row[] {
  const dueMs = ({ due_at }: Due) => (due_at === null ? 0 : Date.parse(due_at));
  return rows.toSorted((a, b) => dueMs(a) - dueMs(b) || (a.seq ?? 0) - (b.seq ?? 0));
}
