import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time for /proc in hundredths of a second on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** A process at one moment. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Ticks since the machine started; with the pid it names a process for good. */
  readonly startedAt: number;
  /** Processor seconds of the process and of the children that it waited for. */
  readonly seconds: number;
}

/** Program and arguments of a child process. */
export type Command = readonly [program: string, ...args: string[]];

/**
 * POSIX `times` gives processor time of the children that the shell waited for, with theirs: Node has no call for it. The
 * command runs beside the shell, which passes SIGTERM on and takes over the exit code.
 */
const MEASURING = `
file=$1; shift
"$@" & child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
times >"$file"
exit "$code"`;

/**
 * Returns a command that does the same and, when it ends, writes the processor time of all its processes to `file`, for
 * `waitedSeconds`. Windows has no such shell; there the command is not measured.
 */
export function measured(command: Command, file: string): Command {
  return process.platform === "win32" ? command : ["/bin/sh", "-c", MEASURING, "sh", file, ...command];
}

/** Processor seconds that a `measured` command wrote: of itself and of every process that another of them waited for. */
export function waitedSeconds(times: string): number {
  const [, children = ""] = times.trim().split("\n");
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`not the output of times: ${JSON.stringify(times)}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Reads a line of /proc/<pid>/stat, whose second field may contain anything. */
export function processRow(stat: string): ProcessRow {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const at = (field: number) => Number(fields[field - 3]);
  const ticks = at(14) + at(15) + at(16) + at(17);
  return { pid: Number.parseInt(stat, 10), parent: at(4), startedAt: at(22), seconds: ticks / TICKS_PER_SECOND };
}

/** Every process of the machine at this moment; none where there is no /proc. */
export function processTable(): ProcessRow[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [processRow(readFileSync(`/proc/${name}/stat`, "utf8"))];
    } catch {
      // It ended since the folder was read.
      return [];
    }
  });
}

function descendants(children: Map<number, ProcessRow[]>, pid: number): ProcessRow[] {
  return (children.get(pid) ?? []).flatMap((row) => [row, ...descendants(children, row.pid)]);
}

/** Processor seconds of a live process and of all below it, dead or alive; 0 when it is not in the table. */
export function treeSeconds(table: readonly ProcessRow[], pid: number): number {
  const own = table.find((row) => row.pid === pid);
  if (own === undefined) return 0;
  const rows = [
    own,
    ...descendants(
      Map.groupBy(table, ({ parent }) => parent),
      pid,
    ),
  ];
  return rows.reduce((sum, { seconds }) => sum + seconds, 0);
}

const identity = ({ pid, startedAt }: ProcessRow) => `${pid} ${startedAt}`;

/**
 * Processor time of processes below a root that nobody of them waits for: databases that become daemons, and what a killed
 * process leaves. Their time never reaches `times`. The table has to be shown while their parents live, and again before
 * they end; what they use after the last look is not counted.
 */
export class DaemonTime {
  readonly #root: number;
  readonly #known = new Set<string>();
  readonly #detached = new Map<string, { seconds: number; parent: string | null }>();

  constructor(root: number) {
    this.#root = root;
  }

  /** Takes note of the processes of this moment. */
  look(table: readonly ProcessRow[]): void {
    const children = Map.groupBy(table, ({ parent }) => parent);
    const attached = new Set(descendants(children, this.#root).map(identity));
    const live = new Map(table.map((row) => [row.pid, row]));
    for (const name of attached) this.#known.add(name);
    const names = new Set(table.map(identity));
    for (const row of table.filter((each) => this.#known.has(identity(each)) && !attached.has(identity(each)))) {
      for (const each of [row, ...descendants(children, row.pid)]) {
        const parent = live.get(each.parent);
        const name = parent === undefined ? null : identity(parent);
        this.#known.add(identity(each));
        const waits = name !== null && this.#known.has(name);
        this.#detached.set(identity(each), { seconds: each.seconds, parent: waits ? name : null });
      }
    }
    for (const [name, { parent }] of this.#detached) {
      // Its parent has waited for it, and has its time.
      if (!names.has(name) && parent !== null && names.has(parent)) this.#detached.delete(name);
    }
  }

  /** Processor seconds of all of them, to the last look at each. */
  get seconds(): number {
    return [...this.#detached.values()].reduce((sum, { seconds }) => sum + seconds, 0);
  }
}
