import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, ownIdentity, type ProcessIdentity } from "../process/process-lock.mjs";
import { clusterUrl, initialise, startServer } from "./cluster.ts";
import { placeCluster } from "./placement.ts";
import { livePostmaster, orphanedBackends } from "./postmaster.ts";

const PREFIX = "fabula-test-";
/** A folder without its owner's mark is only just being made, or was left by a run killed in that moment. */
const UNMARKED_FOR_MS = 60_000;

/** A PostgreSQL that lives as long as the process that started it, and is allowed to lose everything. */
export interface ThrowawayCluster {
  /** A superuser's address on the database `postgres`. */
  readonly adminUrl: string;
  /** The process whose children are all processes of the server. */
  readonly pid: number;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/**
 * Returns the folder for throwaway clusters: as root the server runs as another user, who may be shut out of a private
 * TMPDIR but never of /var/tmp.
 */
function baseFolder(): string {
  return process.getuid?.() === 0 ? "/var/tmp" : tmpdir();
}

function ownerOf(folder: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8")) as ProcessIdentity;
  } catch {
    return null;
  }
}

/** Removes a data folder; a server that still runs in it is ended at once, because its data goes too. */
export async function discard(folder: string): Promise<void> {
  const data = join(folder, "postgres", "data");
  try {
    const running = livePostmaster(data);
    if (running !== null) process.kill(running.pid, "SIGQUIT");
    for (let tries = 0; tries < 50 && livePostmaster(data) !== null; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const pid of orphanedBackends(data)) process.kill(pid, "SIGKILL");
  } catch {
    // No data was made yet, or the last process ended by itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes what earlier runs left that were killed before they could. */
async function discardStale(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(base, name);
    try {
      if (lstatSync(folder).uid !== (process.getuid?.() ?? 0)) continue;
      const owner = ownerOf(folder);
      const abandoned = owner === null ? Date.now() - statSync(folder).mtimeMs > UNMARKED_FOR_MS : !isAlive(owner);
      if (abandoned) await discard(folder);
    } catch {
      // Another run cleans up at the same moment.
    }
  }
}

/**
 * A temporary folder that may serve as a data folder, and that a later run removes, with a server that still runs in
 * it, should this process be killed before it does.
 */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(baseFolder(), PREFIX));
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, "owner.json"), JSON.stringify(ownIdentity()), { mode: 0o600 });
  return folder;
}

/**
 * Starts a cluster in a temporary folder of its own, beside whatever else runs, and removes what killed runs left.
 */
export async function startThrowaway(): Promise<ThrowawayCluster> {
  await discardStale(baseFolder());
  const folder = throwawayFolder();
  try {
    const placement = await placeCluster(folder);
    await initialise(placement, "throw-away");
    const { pid, port } = await startServer(placement, null, "throw-away");
    return { adminUrl: clusterUrl(placement, port, "postgres"), pid, stop: () => discard(folder) };
  } catch (error) {
    await discard(folder);
    throw error;
  }
}
