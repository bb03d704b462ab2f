import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { connect } from "#server/postgres/connection.ts";
import { openExternal } from "#server/postgres/external.ts";
import { openDatabase } from "#server/record/database.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities } = registry;

/** The pooler's program; null where it is not installed (Debian: `apt-get install pgbouncer`), and then nothing is tested here. */
const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(isThere) ?? null;

function isThere(path: string): boolean {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let folder: string;
let pooler: ChildProcess;
let pooled: string;
/** Two processes as far as the database can tell, both through the pooler. */
let benches: Workbench[];
let direct: Workbench;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

describe.skipIf(PROGRAM === null)("through PgBouncer in transaction mode", () => {
  beforeAll(async () => {
    direct = await openWorkbench();
    const { hostname, port, username, password, pathname } = new URL(direct.url);
    folder = mkdtempSync("/var/tmp/fabula-pooler-");
    chmodSync(folder, 0o755);
    const own = await freePort();
    const target = `host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)}${password === "" ? "" : ` password=${decodeURIComponent(password)}`}`;
    const lines = ["[databases]", `* = ${target}`, "[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${own}`];
    lines.push("unix_socket_dir =", "auth_type = any", "pool_mode = transaction", "default_pool_size = 4");
    const file = join(folder, "pooler.ini");
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
    const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
    pooler = spawn(PROGRAM ?? "", ["-q", ...asRoot, file], { stdio: "ignore" });
    const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
    pooled = url;
    for (let tries = 0; tries < 200; tries++) {
      const probe = connect(url);
      const isUp = await probe`SELECT 1`.then(
        () => true,
        () => false,
      );
      await probe.end({ timeout: 1 });
      if (isUp) break;
      await pause(50);
    }
    benches = await Promise.all([0, 1].map(() => openWorkbench({ url, caller: direct.caller })));
    for (const { services } of benches) {
      Object.assign(services, { database: openDatabase(url, { reads: 3, writes: 3, direct: false }) });
    }
  });

  afterAll(async () => {
    for (const bench of benches ?? []) {
      await bench.services.database.close();
      await bench.close();
    }
    pooler?.kill("SIGTERM");
    await direct?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  test("given two processes with writes that wait, then each groups its own, the record has no hole, and it replays", async () => {
    const projectId = await direct.newProject();
    const params = { project_id: projectId };
    const made = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const bench = benches[n % 2] ?? direct;
        const body = { external_id: `e${n % 50}`, type: "npc", name: `N${n}` };
        return bench.call(entities.create, { params, body }).then(
          ({ headers }) => Number(headers["x-project-seq"]),
          (error: { code?: string }) => error.code,
        );
      }),
    );
    const seqs = made.filter((each) => typeof each === "number").sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 50 }, (_, n) => n + 2));
    expect(made.filter((each) => each === "external_id_taken")).toHaveLength(10);
    const sql = connect(direct.url);
    const shared =
      await sql`SELECT 1 FROM events WHERE project_id = ${projectId} GROUP BY xmin::text HAVING count(*) > 1`;
    await sql.end({ timeout: 1 });
    expect(shared.length).toBeGreaterThanOrEqual(2);
    const page = await (benches[0] ?? direct).call(entities.list, { params, query: { limit: 100 } });
    expect(page.body.total).toBe(50);
    expect((await direct.replay(projectId)).differences).toEqual([]);
  });

  test("given no direct address, then the start ends with the setting that is missing", async () => {
    await expect(openExternal(pooled, pooled)).rejects.toThrow(/set DATABASE_DIRECT_URL to PostgreSQL itself/);
    const server = await openExternal(pooled, direct.url);
    expect(server.state()).toBe("up");
    await server.stop();
  });
});
