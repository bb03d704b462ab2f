import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const TICK_MS = 10;

/** The value in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Processor time of a process in milliseconds, `ended` with that of its children that are gone. */
export function cpuOf(pid: number, ended = false): number {
  return ticksIn(statOf(pid).slice(11, ended ? 15 : 13));
}

/** Processor time of a thread in milliseconds. */
export function cpuOfThread(pid: number, thread: number): number {
  return ticksIn(statOf(`${pid}/task/${thread}`).slice(11, 13));
}

/** Whether a thread computes or waits for a processor; false where it has ended. */
export function isComputing(pid: number, thread: number): boolean {
  try {
    return statOf(`${pid}/task/${thread}`)[0] === "R";
  } catch {
    return false;
  }
}

/** The threads of a process; none where it has ended. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** The processes that a process started and that have not ended. */
export function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return pids === "" ? [] : pids.split(" ").map(Number);
}

const ticksIn = (fields: readonly string[]) => fields.reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;

/** The fields behind the name of a process or thread: its state, its parent, and so on. */
function statOf(of: number | string): string[] {
  const text = readFileSync(`/proc/${of}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Processor time of a PostgreSQL with all its backends, in milliseconds. */
export function cpuOfPostgres(postmaster: number): number {
  let sum = cpuOf(postmaster, true);
  for (const pid of childrenOf(postmaster)) {
    try {
      sum += cpuOf(pid);
    } catch {
      // The process has just ended.
    }
  }
  return sum;
}

/** The process that started a backend. */
export function postmasterOf(backend: number): number {
  return Number(statOf(backend)[1]);
}

/** Processor time in milliseconds up to a moment: of this process, of PostgreSQL, and of the whole machine. */
export interface ProcessorTime {
  readonly at: number;
  readonly app: number;
  readonly pg: number;
  readonly busy: number;
  readonly stolen: number;
}

export function processorTime(postmaster: number): ProcessorTime {
  const { user, system } = process.cpuUsage();
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1).map(Number);
  const [own = 0, nice = 0, kernel = 0, , , irq = 0, softirq = 0, stolen = 0] = ticks;
  return {
    at: performance.now(),
    app: (user + system) / 1_000,
    pg: cpuOfPostgres(postmaster),
    busy: (own + nice + kernel + irq + softirq) * TICK_MS,
    stolen: stolen * TICK_MS,
  };
}

/** Load of the machine by other processes over a time, in processors; `load` is the average of the last minute. */
export interface MachineLoad {
  readonly others: number;
  readonly stolen: number;
  readonly load: number;
}

export function loadBetween(from: ProcessorTime, to: ProcessorTime): MachineLoad {
  const took = to.at - from.at;
  const own = to.app - from.app + to.pg - from.pg;
  return {
    others: Math.max(0, (to.busy - from.busy - own) / took),
    stolen: (to.stolen - from.stolen) / took,
    load: Number(readFileSync("/proc/loadavg", "utf8").split(" ")[0]),
  };
}

/** Milliseconds that a page of 8 KiB takes to reach the disk of a folder, the middle of some. */
export function syncTime(folder: string, times = 21): number {
  const file = join(folder, "sync-probe");
  const descriptor = openSync(file, "w");
  const page = Buffer.alloc(8_192, 1);
  const took = Array.from({ length: times }, () => {
    const begun = performance.now();
    writeSync(descriptor, page);
    fdatasyncSync(descriptor);
    return performance.now() - begun;
  });
  closeSync(descriptor);
  rmSync(file);
  return took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN;
}
