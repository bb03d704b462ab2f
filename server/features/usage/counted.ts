import type { Db } from "../../record/database.ts";
import { type CountedLimit, countSeats } from "../access/public.ts";
import { countProjects } from "../projects/public.ts";
import { countWebhooks } from "../webhooks/public.ts";

/** Number of things that a plan limits, and of those added within the last 30 days. */
export interface Count {
  readonly used: number;
  readonly recent: number;
}

/** Counts everything whose number a plan limits. `now` is in milliseconds. */
export async function countLimited(db: Db, workspaceId: string, now: number): Promise<Record<CountedLimit, Count>> {
  return {
    projects: await countProjects(db, workspaceId, now),
    members: await countSeats(db, workspaceId, now),
    webhooks: await countWebhooks(db, workspaceId, now),
  };
}
