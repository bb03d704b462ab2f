import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "../kernel/start-problem.ts";
import { acquireLock, type Lock, type LockHolder, lockHolder } from "./process-lock.mjs";

/** A start that is stopping, or whose npm was just killed, is about to give the folder back. */
const PATIENCE_MS = 2_000;
const PATIENCE_WHILE_STOPPING_MS = 30_000;

function lockFile(dataDir: string): string {
  return join(dataDir, "run.lock");
}

/** The process that runs on this data folder, or null. */
export function runningOn(dataDir: string): LockHolder | null {
  return lockHolder(lockFile(dataDir));
}

/**
 * Takes the data folder for this process alone.
 *
 * @throws StartProblem when another process runs on it and does not stop.
 */
export async function takeDataFolder(dataDir: string): Promise<Lock> {
  const begun = performance.now();
  for (;;) {
    const attempt = await acquireLock(lockFile(dataDir));
    if (attempt.acquired) return attempt;
    const { pid, url, stopping } = attempt.holder;
    const patience = stopping === true ? PATIENCE_WHILE_STOPPING_MS : PATIENCE_MS;
    if (performance.now() - begun > patience) {
      const where = typeof url === "string" ? ` at ${url}` : "";
      throw new StartProblem(
        `Fabula already runs on ${dataDir}${where} (process ${pid}): stop it, or start this one with another ` +
          "FABULA_DATA_DIR and PORT.",
      );
    }
    await pause(100);
  }
}
