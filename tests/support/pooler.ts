import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#server/postgres/cluster.ts";
import { connect } from "#server/postgres/connection.ts";

/** PgBouncer's program; null where it is not installed (Debian: `apt-get install pgbouncer`). */
export const POOLER_PROGRAM: string | null = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(isThere) ?? null;

function isThere(path: string): boolean {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** PgBouncer that runs. */
export interface Pooler {
  /** Address of the database through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode in front of a database, with so many connections to it. */
export async function startPooler(databaseUrl: string, size: number): Promise<Pooler> {
  if (POOLER_PROGRAM === null) throw new Error("PgBouncer is not installed");
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync("/var/tmp/fabula-pooler-");
  chmodSync(folder, 0o755);
  const own = await freePort();
  const target = `host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)}${password === "" ? "" : ` password=${decodeURIComponent(password)}`}`;
  const lines = ["[databases]", `* = ${target}`, "[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${own}`];
  lines.push("unix_socket_dir =", "auth_type = any", "pool_mode = transaction", `default_pool_size = ${size}`);
  const file = join(folder, "pooler.ini");
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const pooler = spawn(POOLER_PROGRAM, ["-q", ...asRoot, file], { stdio: "ignore" });
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  for (let tries = 0; tries < 200 && !(await answers(url)); tries++) await pause(50);
  return {
    url,
    stop: async () => {
      if (pooler.exitCode === null) {
        const exit = once(pooler, "exit");
        pooler.kill("SIGTERM");
        await exit;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const probe = connect(url);
  const isUp = await probe`SELECT 1`.then(
    () => true,
    () => false,
  );
  await probe.end({ timeout: 1 });
  return isUp;
}
