import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { livePostmaster } from "#server/postgres/postmaster.ts";
import { discard, throwawayFolder } from "#server/postgres/throwaway.ts";
import { IS_FULL } from "#test-size";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The first start builds the pages when nothing has built them yet. */
const BUILD_MS = 300_000;

let folder: string;
const folders: string[] = [];
const running = new Set<ChildProcess>();

beforeEach(() => {
  folder = throwawayFolder();
  folders.push(folder);
});

afterEach(async () => {
  for (const child of running) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

afterAll(async () => {
  for (const path of folders) await discard(path);
});

interface Start {
  child: ChildProcess;
  output: () => string;
  /** Resolves when the process ends, with its exit code. */
  ended: Promise<number | null>;
  /** Resolves when it says that it is ready, or when it ends. */
  settled: Promise<void>;
}

function start(environment: Record<string, string> = {}): Start {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(FABULA_|DATABASE_|NODE_ENV$|PORT$|HOST$)/.test(name),
  );
  const child = spawn(process.execPath, [...PRODUCT_FLAGS, "server/start/start.ts"], {
    cwd: ROOT,
    env: {
      ...Object.fromEntries(plain),
      NODE_ENV: "test",
      PORT: "0",
      FABULA_DATA_DIR: folder,
      // Should the tests be killed, it ends with them.
      FABULA_BOOTSTRAP_PID: String(process.pid),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let text = "";
  const settled = Promise.withResolvers<void>();
  const keep = (chunk: Buffer) => {
    text += chunk.toString("utf8");
    if (text.includes("Ctrl-C stops everything.")) settled.resolve();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "close").then(([code]) => {
    running.delete(child);
    settled.resolve();
    return code as number | null;
  });
  return { child, output: () => text, ended, settled: settled.promise };
}

function wayIn(): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
}

const databaseRuns = () => livePostmaster(join(folder, "postgres", "data")) !== null;

describe("npm start", () => {
  it("goes from an empty folder to a studio, says how to get in, recovers after it was killed, and ends in order", {
    timeout: BUILD_MS,
  }, async () => {
    const first = start();
    await first.settled;
    expect(first.output()).toContain("Fabula is ready.");
    const { url, email, password, test_key: key } = wayIn();
    for (const told of [url, email, password, key]) expect(first.output()).toContain(told);
    expect(statSync(join(folder, "first-run.json")).mode & 0o777).toBe(0o600);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(me.status).toBe(200);

    const twin = start();
    expect(await twin.ended).toBe(1);
    expect(twin.output()).toContain(`Fabula already runs on ${folder} at ${url} (process ${first.child.pid}): stop it`);

    first.child.kill("SIGKILL");
    await first.ended;
    expect(databaseRuns()).toBe(true);

    const before = readFileSync(join(folder, "secrets.json"), "utf8");
    const second = start({ PORT: new URL(url ?? "").port });
    await second.settled;
    expect(second.output()).toContain("Fabula is ready.");
    expect(second.output()).toContain("first-run.json");
    for (const secret of [password, key]) expect(second.output()).not.toContain(secret);
    expect(wayIn()).toEqual({
      url,
      email,
      password,
      workspace_id: wayIn().workspace_id,
      project_id: wayIn().project_id,
      test_key: key,
    });
    expect(readFileSync(join(folder, "secrets.json"), "utf8")).toBe(before);
    expect((await fetch(`${url}/ready`)).status).toBe(200);

    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(databaseRuns()).toBe(false);
    expect(existsSync(join(folder, "run.lock"))).toBe(false);
  });

  it.runIf(IS_FULL)("starts again after it ended in order", { timeout: BUILD_MS }, async () => {
    for (let time = 0; time < 2; time += 1) {
      const started = start();
      await started.settled;
      expect(started.output()).toContain("Fabula is ready.");
      expect((await fetch(`${wayIn().url}/ready`)).status).toBe(200);
      started.child.kill("SIGTERM");
      expect(await started.ended).toBe(0);
      expect(databaseRuns()).toBe(false);
    }
  });

  it("says in one sentence that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const refused = start({ PORT: String(port) });
    expect(await refused.ended).toBe(1);
    other.close();
    expect(refused.output()).toMatch(
      new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken by another program: .*PORT=\\d+\\.\\n$`),
    );
    expect(existsSync(join(folder, "postgres"))).toBe(false);
    expect(existsSync(join(folder, "run.lock"))).toBe(false);
  });

  it("says in one sentence that the database does not answer, without its password", async () => {
    const refused = start({ DATABASE_URL: "postgres://someone:hidden-word@127.0.0.1:1/x" });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("No PostgreSQL answers at 127.0.0.1:1/x, which DATABASE_URL names");
    expect(refused.output()).not.toContain("hidden-word");
  });

  it("refuses production without its secrets and names each", async () => {
    const refused = start({ FABULA_ENV: "production" });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("needs FABULA_SECRET");
    expect(refused.output()).toContain("needs FABULA_ENCRYPTION_KEY");
    expect(existsSync(join(folder, "secrets.json"))).toBe(false);
  });

  it.runIf(IS_FULL)(
    "seeds no demo in production, and refuses another key than the one its secrets are sealed with",
    {
      timeout: BUILD_MS,
    },
    async () => {
      const secrets = { FABULA_SECRET: "x".repeat(40), FABULA_ENCRYPTION_KEY: "ab".repeat(32) };
      const production = start({ FABULA_ENV: "production", ...secrets });
      await production.settled;
      expect(production.output()).toContain("Fabula is ready.");
      expect(production.output()).not.toContain("Test key");
      expect(existsSync(join(folder, "first-run.json"))).toBe(false);
      expect(existsSync(join(folder, "secrets.json"))).toBe(false);

      production.child.kill("SIGTERM");
      await production.ended;
      const stranger = start({ FABULA_ENV: "production", ...secrets, FABULA_ENCRYPTION_KEY: "cd".repeat(32) });
      expect(await stranger.ended).toBe(1);
      expect(stranger.output()).toMatch(
        /The secrets in this database are sealed with the key kek_\w+, and this process has kek_\w+: .*\.\n$/,
      );
      expect(databaseRuns()).toBe(false);
    },
  );
});
