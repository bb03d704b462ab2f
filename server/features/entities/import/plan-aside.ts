import type { ColumnMapping } from "#domain/rows/mapping.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, type ValidationItem, valueError } from "../../../kernel/validation/item.ts";
import { type Asker, BoundExceeded, type Threads } from "../../../operation/threads.ts";
import { type ImportBody, type ImportPlan, type PlannedRow, planImport } from "./plan-import.ts";

/** Milliseconds that reading a file may take. */
const DEADLINE_MS = 60_000;
/** Rows in a piece: some milliseconds to take over. */
const AT_A_TIME = 250;

/** A plan in pieces that are small enough to be taken over one at a time; the order names rows by their place. */
type PlanPiece =
  | { refused: ValidationItem[] }
  | { mapping: readonly ColumnMapping[] }
  | { rows: readonly PlannedRow[] }
  | { order: readonly number[] };

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
  try {
    const pieces = threads.values({ module, input, work }, { ...asker, deadlineMs: DEADLINE_MS });
    for await (const piece of pieces as AsyncIterable<PlanPiece>) {
      if ("refused" in piece) throw new ValidationProblem(piece.refused);
      if ("mapping" in piece) mapping = piece.mapping;
      else if ("rows" in piece) rows.push(...piece.rows);
      else order.push(...piece.order);
    }
  } catch (error) {
    if (!(error instanceof BoundExceeded)) throw error;
    throw new ValidationProblem([itemAt(["body", "content"], valueError(`reading the file ${error.message}`))]);
  }
  return { mapping, rows, order: order.flatMap((place) => rows[place] ?? []) };
}

/** Plans an import; what a thread runs. */
export function* work(body: ImportBody): Generator<PlanPiece> {
  let plan: ImportPlan;
  try {
    plan = planImport(body);
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    yield { refused: error.items };
    return;
  }
  const { mapping, rows, order } = plan;
  yield { mapping };
  for (let at = 0; at < rows.length; at += AT_A_TIME) yield { rows: rows.slice(at, at + AT_A_TIME) };
  const places = new Map(rows.map((row, place) => [row, place]));
  yield { order: order.map((row) => places.get(row) ?? -1) };
}
