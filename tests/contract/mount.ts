import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { startTestApi, type TestApi, type TestApiOptions } from "#tests/support/api.ts";
import { MOUNTS as ALL, type Mount } from "#tests/support/mounts.ts";

/**
 * Mounts through which `/v1` reaches a client: our own listener, and at full size also Next's route handlers behind it.
 */
export const MOUNTS = ALL.filter((mount) => mount !== "app");

/** The pages may have to be built before Next answers. */
export const BUILD_MS = 600_000;

/** An API whose time can be moved on. */
export interface TimedApi extends TestApi {
  /** Returns the time of its clock. */
  now(): number;
  /** Lets time pass for keys, and for what a process remembers of them. */
  later(ms: number): Promise<void>;
}

/** Starts the API behind a mount. */
export async function startTimed(
  mount: Mount,
  options: Omit<TestApiOptions, "mount" | "clock"> = {},
): Promise<TimedApi> {
  let ahead = 0;
  const api = await startTestApi({ ...options, mount, clock: { now: () => Date.now() + ahead } });
  return {
    ...api,
    now: () => Date.now() + ahead,
    later: async (ms) => {
      if (mount !== "next") {
        ahead += ms;
        return;
      }
      // The clock of another process cannot be moved: what the database remembers becomes older instead.
      const database = api.database.writes;
      await database.execute(sql`UPDATE api_keys SET expires_at = expires_at - ${ms} * interval '1 millisecond'`);
      await sleep(REMEMBERED_MS);
    },
  };
}

/** A little longer than a process remembers whom a key belongs to. */
const REMEMBERED_MS = 600;
