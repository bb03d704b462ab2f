import type { Mode } from "../../kernel/scope.ts";
import type { Db } from "../../record/database.ts";
import { requirePlanRoom } from "../access/public.ts";
import { addition, type CountRow } from "./flush.ts";
import { usedInMonth } from "./used.ts";

const HOUR_MS = 60 * 60 * 1000;

/** For whom a unit of generation is counted, and when. */
export interface UnitFor {
  readonly workspaceId: string;
  /** `key:<id>` or `user:<id>`. */
  readonly caller: string;
  readonly project: string;
  readonly mode: Mode;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * Counts a unit of generation in the transaction that begins it. Of live data only as many as the plan has in a calendar month:
 * the workspace stays locked until the transaction ends where there is a limit, so that nobody takes the same one.
 *
 * @throws Problem plan_limit_reached
 */
export async function takeUnit(db: Db, unit: UnitFor): Promise<void> {
  const { workspaceId, mode, at } = unit;
  if (mode === "live") {
    await requirePlanRoom(db, workspaceId, "generationUnits", async () => ({
      used: (await usedInMonth(db, workspaceId, at)).live.generation_units,
    }));
  }
  await db.execute(addition([rowOf(unit, 1)]));
}

/** Gives a unit back to the hour it was counted in: nothing came of it. */
export async function giveUnitBack(db: Db, unit: UnitFor): Promise<void> {
  await db.execute(addition([rowOf(unit, -1)]));
}

function rowOf({ workspaceId, caller, project, mode, at }: UnitFor, generationUnits: number): CountRow {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const nothing = { succeeded: 0, limited: 0, refused: 0, failed: 0 };
  return { hour, workspaceId, caller, class: "generation", project, mode, ...nothing, generationUnits };
}
