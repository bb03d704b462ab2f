import { setTimeout as pause } from "node:timers/promises";
import { connect } from "#server/postgres/connection.ts";

/** Ways in which an administrator disturbs the backends of a database. */
export const DISTURBANCES = ["pg_cancel_backend", "pg_terminate_backend"] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** Times as long as asked for within which it must be enough. */
const PATIENCE = 20;

/** Disturbs random backends of a database for some time and until it is enough, some 90 times a second; answers how many it met. */
export async function disturb(
  databaseUrl: string,
  { how, ms, isEnough, random }: { how: Disturbance; ms: number; isEnough: () => boolean; random: () => number },
): Promise<number> {
  const watcher = connect(databaseUrl);
  let met = 0;
  try {
    const began = performance.now();
    const goesOn = (elapsed: number) => elapsed < ms || (!isEnough() && elapsed < ms * PATIENCE);
    for (; goesOn(performance.now() - began); await pause(random() * 20)) {
      const backends = await watcher<{ pid: number }[]>`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' ORDER BY pid`;
      const { pid } = backends[Math.floor(random() * backends.length)] ?? {};
      if (pid === undefined) continue;
      await watcher.unsafe(`SELECT ${how}($1)`, [pid]);
      met += 1;
    }
    return met;
  } finally {
    await watcher.end({ timeout: 1 });
  }
}
