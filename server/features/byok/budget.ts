import { sql } from "drizzle-orm";
import { ModelFailure, type ModelUsage } from "../../adapters/llm/port.ts";
import type { Db, Pool } from "../../record/database.ts";
import { BUDGET_SPENT, UNITS_SPENT } from "./standing.ts";

/** A call that is about to be made, and what it is counted under. */
export interface Reservation {
  readonly projectId: string;
  readonly byokId: string;
  /** `2026-11-22`, UTC. */
  readonly day: string;
  readonly model: string;
  readonly area: string;
  readonly tokens: number;
}

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);
const monthOf = (day: string) => day.slice(0, 7);

/** Tokens of a day (UTC) that calls of one purpose used or set aside, with all keys of a project. */
async function usedInDay(db: Db, projectId: string, day: string, area: string): Promise<number> {
  const [row] = await db.execute<{ used: number }>(
    sql`SELECT coalesce(sum(input_tokens + output_tokens + reserved_tokens), 0)::bigint AS used FROM byok_usage
        WHERE project_id = ${projectId} AND day = ${day} AND area = ${area}`,
  );
  return Number(row?.used ?? 0);
}

/** Tokens of the calendar month (UTC) that are used or set aside. */
export async function usedInMonth(db: Db, projectId: string, byokId: string, now: number): Promise<number> {
  const month = monthOf(dayOf(now));
  const [row] = await db.execute<{ used: number }>(
    sql`SELECT coalesce(sum(input_tokens + output_tokens + reserved_tokens), 0)::bigint AS used FROM byok_usage
        WHERE project_id = ${projectId} AND byok_id = ${byokId} AND day >= ${`${month}-01`} AND day <= ${`${month}-31`}`,
  );
  return Number(row?.used ?? 0);
}

/**
 * Sets the most that a call can take aside, in a transaction of its own. All who reserve for a key queue at its row, and for a purpose with
 * a bound at the rows of all keys, so that together they stay within budget and bound, whichever process they are in.
 *
 * @throws ModelFailure `quota` with the code `budget_spent` or `units_spent` when it does not fit any more
 */
export async function reserve(
  pool: Pool,
  asked: Omit<Reservation, "day"> & { budget: number | null; perDay: number | null },
  now: number,
): Promise<Reservation> {
  const { budget, perDay, ...rest } = asked;
  const reservation = { ...rest, day: dayOf(now) };
  const { projectId, byokId, day, model, area, tokens } = reservation;
  await pool.transaction("write", async (db) => {
    if (budget !== null || perDay !== null) {
      const all = perDay !== null;
      await db.execute(
        sql`SELECT byok_id FROM byok_states WHERE project_id = ${projectId} AND (${all} OR byok_id = ${byokId})
            ORDER BY byok_id FOR UPDATE`,
      );
    }
    if (perDay !== null) {
      const used = await usedInDay(db, projectId, day, area);
      if (used + tokens > perDay) throw unitsSpent(perDay, used, tokens);
    }
    if (budget !== null) {
      const used = await usedInMonth(db, projectId, byokId, now);
      if (used + tokens > budget) throw spent(budget, used, tokens);
    }
    await db.execute(
      sql`INSERT INTO byok_usage AS u (project_id, byok_id, day, model, area, reserved_tokens)
          VALUES (${projectId}, ${byokId}, ${day}, ${model}, ${area}, ${tokens})
          ON CONFLICT (project_id, byok_id, day, model, area) DO UPDATE
          SET reserved_tokens = u.reserved_tokens + excluded.reserved_tokens`,
    );
  });
  return reservation;
}

function spent(budget: number, used: number, tokens: number): ModelFailure {
  return new ModelFailure(
    "quota",
    `The key's budget of ${budget} tokens a month does not cover this call: ${used} are used or set aside, and it may take ${tokens}.`,
    { code: BUDGET_SPENT },
  );
}

function unitsSpent(perDay: number, used: number, tokens: number): ModelFailure {
  return new ModelFailure(
    "quota",
    `The project's ${perDay} tokens a day do not cover this call: ${used} are used or set aside, and it may take ${tokens}.`,
    { code: UNITS_SPENT },
  );
}

/** Puts what a call took in place of what was set aside for it. Null: it took nothing. */
export async function settle(
  db: Db,
  { projectId, byokId, day, model, area, tokens }: Reservation,
  usage: ModelUsage | null,
  succeeded: boolean,
): Promise<void> {
  const { input_tokens = 0, output_tokens = 0, estimated = false } = usage ?? {};
  await db.execute(
    sql`UPDATE byok_usage SET reserved_tokens = greatest(0, reserved_tokens - ${tokens}), calls = calls + 1,
          failed_calls = failed_calls + ${succeeded ? 0 : 1}, input_tokens = input_tokens + ${input_tokens},
          output_tokens = output_tokens + ${output_tokens},
          estimated_tokens = estimated_tokens + ${estimated ? input_tokens + output_tokens : 0}
        WHERE project_id = ${projectId} AND byok_id = ${byokId} AND day = ${day} AND model = ${model} AND area = ${area}`,
  );
}
