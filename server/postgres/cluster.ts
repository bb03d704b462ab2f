import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "../kernel/start-problem.ts";
import { runAs } from "./account.ts";
import { ENGINE_MAJOR } from "./engine.ts";
import type { Placement } from "./placement.ts";
import { livePostmaster, orphanedBackends, type Postmaster, statedPid } from "./postmaster.ts";
import { clusterSettings, type Durability } from "./settings.ts";

/** The only role of an embedded cluster; its password is random and never leaves the data folder. */
export const CLUSTER_USER = "fabula";

/** A server that is still busy dying, or its processes, may stand in the way for a while after a crash. */
const RETRY_FOR_MS = 10_000;
/** Processes of a killed server end by themselves unless a query keeps them; then they are ended. */
const PATIENCE_WITH_ORPHANS_MS = 2_000;
const LOG_LIMIT_BYTES = 5_000_000;

/** The folder PostgreSQL calls PGDATA. */
export function dataOf(placement: Placement): string {
  return join(placement.folder, "data");
}

function logOf(placement: Placement): string {
  return join(placement.folder, "postgres.log");
}

function program(placement: Placement, name: string): string {
  return join(placement.engine.home, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** Writes a file that only the server's own user may read. */
function writeOwned(placement: Placement, path: string, content: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600, flag: "wx" });
  if (placement.account !== null) chownSync(path, placement.account.uid, placement.account.gid);
}

/** Makes an empty cluster unless there is one. It appears whole: a first start that was killed leaves nothing behind. */
export async function initialise(placement: Placement, durability: Durability = "durable"): Promise<void> {
  const data = dataOf(placement);
  for (const name of readdirSync(placement.folder)) {
    if (name.startsWith("draft-")) rmSync(join(placement.folder, name), { recursive: true, force: true });
  }
  if (existsSync(data)) {
    const major = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
    if (major === String(ENGINE_MAJOR)) return;
    throw new StartProblem(
      `The data in ${data} belongs to PostgreSQL ${major}, and this Fabula brings PostgreSQL ${ENGINE_MAJOR}: write a ` +
        "backup with the Fabula that made it (npm run backup) and restore it into a new data folder.",
    );
  }
  const password = randomBytes(24).toString("hex");
  const draft = join(placement.folder, `draft-${process.pid}`);
  const passwordFile = `${draft}-password`;
  writeOwned(placement, passwordFile, `${password}\n`);
  const made = await runAs(placement.account, program(placement, "initdb"), [
    `--pgdata=${draft}`,
    `--username=${CLUSTER_USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durability === "durable" ? [] : ["--no-sync"]),
  ]);
  if (made.code !== 0) {
    throw new StartProblem(`The database could not be set up in ${placement.folder}: ${lastWords(made.output)}`);
  }
  writeFileSync(join(draft, "postgresql.conf"), "\ninclude_if_exists = 'fabula.conf'\n", { flag: "a" });
  renameSync(passwordFile, join(draft, "fabula-password"));
  renameSync(draft, data);
}

/** The address of a database of this cluster. */
export function clusterUrl(placement: Placement, port: number, database: string): string {
  const password = readFileSync(join(dataOf(placement), "fabula-password"), "utf8").trim();
  return `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/${database}`;
}

function lastWords(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? "no reason given";
  return fatal.replace(/^.*?(FATAL|PANIC|error):\s*/i, "").trim();
}

/** A loopback port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === "string") reject(new Error("no port"));
        else resolve(address.port);
      });
    });
  });
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

function logTail(path: string, from: number): string {
  try {
    return readFileSync(path).subarray(from).toString("utf8");
  } catch {
    return "";
  }
}

/**
 * Removes the remains of a killed server: its pid file, when the pid is dead or belongs to another program by now
 * (PostgreSQL itself would take any live process of that pid for the server), and processes still at work on the data.
 */
function clearAfterCrash(data: string, waitedMs: number): void {
  if (statedPid(data) !== null && livePostmaster(data) === null) rmSync(join(data, "postmaster.pid"), { force: true });
  if (waitedMs < PATIENCE_WITH_ORPHANS_MS || livePostmaster(data) !== null) return;
  for (const pid of orphanedBackends(data)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended in the meantime.
    }
  }
}

/**
 * Starts the server and waits until it accepts connections. It lives in a session of its own: Ctrl-C in our
 * terminal does not reach it, so that it can be the last to end. A crash may leave things behind for a moment;
 * the start is tried again for ten seconds.
 *
 * @param port the port it must have (after a crash, because pools know it), or null for a free one.
 */
export async function startServer(
  placement: Placement,
  port: number | null,
  durability: Durability,
): Promise<Postmaster> {
  const data = dataOf(placement);
  const log = logOf(placement);
  if (sizeOf(log) > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`);
  const begun = performance.now();
  for (;;) {
    clearAfterCrash(data, performance.now() - begun);
    const chosen = port ?? (await freePort());
    writeOwned(placement, join(data, "fabula.conf"), clusterSettings(chosen, durability));
    const before = sizeOf(log);
    const started = await runAs(placement.account, program(placement, "pg_ctl"), [
      "start",
      "-w",
      "-t",
      "600",
      "-D",
      data,
      "-l",
      log,
    ]);
    const running = livePostmaster(data);
    if (started.code === 0 && running !== null) return { pid: running.pid, port: chosen };
    if (performance.now() - begun > RETRY_FOR_MS) {
      const reason = lastWords(logTail(log, before) || started.output);
      throw new StartProblem(`The database in ${data} does not start: ${reason} (its log is ${log}).`);
    }
    await pause(250);
  }
}

/** Stops the server: connections are cut, everything is written down, nothing is lost. */
export async function stopServer(placement: Placement, mode: "fast" | "immediate" = "fast"): Promise<void> {
  const data = dataOf(placement);
  if (livePostmaster(data) === null) return;
  const stopped = await runAs(placement.account, program(placement, "pg_ctl"), [
    "stop",
    "-w",
    "-t",
    "60",
    "-m",
    mode,
    "-D",
    data,
  ]);
  if (stopped.code !== 0 && mode === "fast" && livePostmaster(data) !== null) await stopServer(placement, "immediate");
}
