import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";
import type { Prices } from "./provider-key.ts";

/** Usage of a key on one day, with one model, in one area. */
export type UsageRow = Columns<
  "byok_usage",
  | "day"
  | "model"
  | "area"
  | "calls"
  | "failed_calls"
  | "input_tokens"
  | "output_tokens"
  | "estimated_tokens"
  | "reserved_tokens"
>;

/** The sums of several rows, with what they cost. */
export interface UsageSum {
  readonly calls: number;
  readonly failed_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly estimated_tokens: number;
  readonly reserved_tokens: number;
  readonly cost: number | null;
}

/** Reads the usage of a key between two days, both included. */
export async function readUsage(
  db: Db,
  projectId: string,
  byokId: string,
  { from, to }: { from: string; to: string },
): Promise<UsageRow[]> {
  const rows = await db.execute<UsageRow>(
    sql`SELECT day, model, area, calls, failed_calls, input_tokens, output_tokens, estimated_tokens, reserved_tokens
        FROM byok_usage WHERE project_id = ${projectId} AND byok_id = ${byokId} AND day >= ${from} AND day <= ${to}
        ORDER BY day, model, area`,
  );
  return [...rows];
}

const add = (rows: readonly UsageRow[], field: Exclude<keyof UsageSum, "cost">) =>
  rows.reduce((sum, row) => sum + Number(row[field]), 0);

/** Adds rows up. */
export function sumOf(rows: readonly UsageRow[], prices: Prices | null): UsageSum {
  return {
    calls: add(rows, "calls"),
    failed_calls: add(rows, "failed_calls"),
    input_tokens: add(rows, "input_tokens"),
    output_tokens: add(rows, "output_tokens"),
    estimated_tokens: add(rows, "estimated_tokens"),
    reserved_tokens: add(rows, "reserved_tokens"),
    cost: costOf(rows, prices),
  };
}

/** Returns the cost of usage at the entered prices; null as soon as one of the used models has none. */
export function costOf(rows: readonly UsageRow[], prices: Prices | null): number | null {
  if (prices === null) return null;
  const priceOf = new Map(prices.models.map((price) => [price.model, price]));
  let sum = 0;
  for (const { model, input_tokens, output_tokens } of rows) {
    if (Number(input_tokens) + Number(output_tokens) === 0) continue;
    const price = priceOf.get(model);
    if (price === undefined) return null;
    sum += Number(input_tokens) * price.input_per_million + Number(output_tokens) * price.output_per_million;
  }
  // A millionth of the currency is as exact as prices are.
  return Math.round(sum) / 1_000_000;
}
