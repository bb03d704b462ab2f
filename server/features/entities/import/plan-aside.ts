import type { ColumnMapping } from "#domain/rows/mapping.ts";
import { type Asker, fileValues, type Threads } from "../../../operation/threads.ts";
import { type ImportBody, type ImportPlan, type PlannedRow, planImport } from "./plan-import.ts";

/** Milliseconds that reading a file may take. */
const DEADLINE_MS = 60_000;
/** Rows in a piece: some milliseconds to take over. */
const AT_A_TIME = 250;

/** A plan in pieces that are small enough to be taken over one at a time; the order names rows by their place. */
type PlanPiece = { mapping: readonly ColumnMapping[] } | { rows: readonly PlannedRow[] } | { order: readonly number[] };

const module = import.meta.url;

/**
 * Plans an import in a thread.
 *
 * @throws {@link ValidationProblem} as `planImport` does, and where it takes too long.
 */
export async function planAside(threads: Threads, body: ImportBody, asker: Asker): Promise<ImportPlan> {
  const { format, content, mapping: wanted, type } = body;
  const input: ImportBody = { format, content, mapping: wanted, type };
  let mapping: readonly ColumnMapping[] = [];
  const rows: PlannedRow[] = [];
  const order: number[] = [];
  const bounds = { ...asker, deadlineMs: DEADLINE_MS };
  for await (const piece of fileValues(threads, { module, input, work }, bounds, "reading the file")) {
    if ("mapping" in piece) mapping = piece.mapping;
    else if ("rows" in piece) rows.push(...piece.rows);
    else order.push(...piece.order);
  }
  return { mapping, rows, order: order.flatMap((place) => rows[place] ?? []) };
}

/** Plans an import; what a thread runs. */
export function* work(body: ImportBody): Generator<PlanPiece> {
  const { mapping, rows, order } = planImport(body);
  yield { mapping };
  for (let at = 0; at < rows.length; at += AT_A_TIME) yield { rows: rows.slice(at, at + AT_A_TIME) };
  const places = new Map(rows.map((row, place) => [row, place]));
  yield { order: order.map((row) => places.get(row) ?? -1) };
}
