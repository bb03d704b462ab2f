import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { processStamp } from "../process/process-lock.mjs";

/** Content of a running PostgreSQL's `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

function statedPostmaster(data: string): Postmaster | null {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    // The port is missing in the first moments of a start.
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : null;
  } catch {
    return null;
  }
}

/** Whether this process is a PostgreSQL on this data, and not another program that got the pid of a dead one. */
function servesData(pid: number, data: string): boolean {
  if (processStamp(pid) === null) return false;
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    } catch {
      // A process of another user that we may not look at is not the one we started.
      return false;
    }
  }
  if (process.platform === "win32") return true;
  const listed = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return listed.stdout.includes("postgres");
}

/** The live server on this data, or null; whatever a killed one left in `postmaster.pid` does not count. */
export function livePostmaster(data: string): Postmaster | null {
  const stated = statedPostmaster(data);
  return stated !== null && servesData(stated.pid, data) ? stated : null;
}

/** The pid that the file names, alive or not. */
export function statedPid(data: string): number | null {
  return statedPostmaster(data)?.pid ?? null;
}

/**
 * Server processes that outlived their killed postmaster. They hold its shared memory, and no new server starts
 * while one of them is busy.
 */
export function orphanedBackends(data: string): number[] {
  if (process.platform !== "linux") return [];
  const real = realpathSync(data);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === real && basename(readlinkSync(`/proc/${pid}/exe`)).startsWith("postgres")
        );
      } catch {
        return false;
      }
    });
}
