import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { livePostmaster } from "#server/postgres/postmaster.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import type { Target } from "./crash-load.ts";

const SCRIPT = fileURLToPath(new URL("crash-server.ts", import.meta.url));

/** The product with its own PostgreSQL in a process that tests kill, on a data folder that stays. */
export class CrashingServer {
  private readonly folder: string;
  private server: ChildProcess | null = null;
  private started: (Target & { databaseUrl: string }) | null = null;

  constructor() {
    // As root, PostgreSQL runs as another user, who must be able to get there.
    this.folder = mkdtempSync(join(process.getuid?.() === 0 ? "/var/tmp" : tmpdir(), "fabula-crash-"));
    chmodSync(this.folder, 0o711);
  }

  /** Address, key and database of the process that was started last. */
  get target(): Target & { databaseUrl: string } {
    if (this.started === null) throw new Error("the server was not started");
    return this.started;
  }

  /** The process; null before the first start. */
  get process(): ChildProcess | null {
    return this.server;
  }

  async start(): Promise<void> {
    const env = { ...process.env, FABULA_ENV: "test", FABULA_DATA_DIR: this.folder, PORT: "0" };
    const child = spawn(process.execPath, [...PRODUCT_FLAGS, SCRIPT], { env, stdio: ["ignore", "pipe", "inherit"] });
    this.server = child;
    const line = once(createInterface({ input: child.stdout }), "line");
    const early = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)));
    // Later exits are what a test is about.
    early.catch(() => {});
    const [text] = await Promise.race([line, early]);
    this.started = JSON.parse(String(text));
  }

  /** Kills the process; its PostgreSQL is left to the next one. */
  async kill(): Promise<void> {
    const exit = this.server === null ? Promise.resolve() : once(this.server, "exit");
    this.server?.kill("SIGKILL");
    await exit;
  }

  /** Process id of the running PostgreSQL; null while there is none. */
  postmaster(): number | null {
    return livePostmaster(join(this.folder, "postgres", "data"))?.pid ?? null;
  }

  /** Kills PostgreSQL, and waits until the process has noticed and is ready again. */
  async killDatabase(): Promise<void> {
    const before = this.postmaster();
    if (before === null) throw new Error("no PostgreSQL runs");
    process.kill(before, "SIGKILL");
    while (this.postmaster() === before) await pause(5);
    for (;;) {
      const answer = await fetch(`${this.target.url}/ready`).catch(() => null);
      if (answer?.status === 200) return;
      await pause(20);
    }
  }

  /** Ends everything and removes the data folder. */
  async close(): Promise<void> {
    if (this.server !== null && this.server.exitCode === null) {
      this.server.kill("SIGTERM");
      await once(this.server, "exit");
    }
    const left = this.postmaster();
    if (left !== null) process.kill(left, "SIGQUIT");
    while (this.postmaster() !== null) await pause(20);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
