import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { compose, type Fabula } from "#server/context.ts";
import { provisionWorkspace } from "#server/features/access/provision.ts";
import { SCOPES } from "#server/kernel/scope.ts";
import type { DatabaseServer } from "#server/postgres/database-server.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { livePostmaster } from "#server/postgres/postmaster.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { IS_FULL, rounds } from "#test-size";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { type Answering, startWebhookReceiver, status, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import type { KillPoint } from "./chaos-worker.ts";

const ROUNDS = rounds({ gate: 2, full: 20 });
const FROZEN_MS = IS_FULL ? 20_000 : 1_200;
/** Workers that die in a round, by the point at which they do; at any time a further worker is at work. */
const DOOMED: readonly (readonly KillPoint[])[] = [
  ["planning", "claimed"],
  ["answered", "recording", "recorded"],
];
const SCRIPT = fileURLToPath(new URL("chaos-worker.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Hours of the schedule are tenths of a second here; nothing fails for long enough to be stopped. */
const TIMINGS = {
  schedule: { live: [], test: [0, 200, ...Array.from({ length: 200 }, () => 400)] },
  throttledMs: 400,
  deadlineMs: 300,
  leaseMs: 1_500,
  pollMs: 100,
  disableAfterMs: 3_600_000,
};
const ENVIRONMENT = {
  FABULA_ENV: "test",
  FABULA_SECRET: "a secret that is only good for tests",
  FABULA_ENCRYPTION_KEY: "00".repeat(32),
  FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
  FABULA_WORKER: "off",
};

/** Behaviours of receivers, each at its own path. */
const BEHAVIOURS: Readonly<Record<string, Answering>> = {
  "/good": status(204),
  "/flapping": (response, received, nth) => status(nth % 3 === 0 ? 200 : 503)(response, received, nth),
  "/endless": (response) => {
    response.writeHead(200);
    const more = setInterval(() => response.write("x".repeat(4_096)), 5);
    response.on("close", () => clearInterval(more));
  },
  "/hanging": () => {},
  "/resetting": (response) => void response.socket?.destroy(),
  "/redirecting": status(302, { location: "http://127.0.0.1:1/elsewhere" }),
  "/gone": status(410),
};
const ARRIVING = ["/good", "/flapping", "/endless"];
const FAILING = ["/hanging", "/resetting", "/redirecting"];

interface Worker {
  begin(): Promise<void>;
  isAlive(): boolean;
  /** Resolves with the way in which the worker ended. */
  readonly end: Promise<string>;
}

const doomedIn = (round: number): readonly KillPoint[] => DOOMED[round % DOOMED.length] ?? [];

let folder: string;
let database: DatabaseServer;
let fabula: Fabula;
let receiver: WebhookReceiver;
let key: string;
let projectId: string;
const webhooks = new Map<string, string>();
const workers = new Set<ChildProcess>();
let written = 0;

beforeAll(async () => {
  // As root, PostgreSQL runs as another user, who must be able to get there.
  folder = mkdtempSync(join(process.getuid?.() === 0 ? "/var/tmp" : tmpdir(), "fabula-chaos-"));
  chmodSync(folder, 0o711);
  database = await openEmbedded(folder);
  await prepareDatabase(database.directUrl);
  receiver = await startWebhookReceiver();
  const config = readConfig({ ...ENVIRONMENT, FABULA_DATA_DIR: folder });
  fabula = compose(config, database.url, { publicUrl: "http://fabula.test" });
  const owner = { email: "chaos@example.com", name: "Chaos", passwordHash: "none" };
  const wish = { name: "Chaos", mode: "test" as const, scopes: SCOPES };
  const made = await fabula.services.database.writes.transaction("write", (db) =>
    provisionWorkspace(db, Date.now(), { name: "Chaos", plan: "studio", owner, key: wish }),
  );
  key = made.key ?? "";
  projectId = (await call("POST", "/v1/projects", { name: "In chaos" })).id;
  for (const [path, answering] of Object.entries(BEHAVIOURS)) {
    receiver.answer(path, answering);
    const body = { url: receiver.url + path, events: ["entity.*"] };
    webhooks.set(path, (await call("POST", `/v1/projects/${projectId}/webhooks`, body)).webhook_id);
  }
});

afterAll(async () => {
  for (const worker of workers) {
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  await fabula.close();
  await receiver.close();
  await database.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

// biome-ignore lint/suspicious/noExplicitAny: the test looks into whatever was answered.
async function call(method: string, path: string, body?: object): Promise<any> {
  for (;;) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fabula.app.fetch(new Request(`http://fabula.test${path}`, init), {
      clientAddress: "127.0.0.1",
    });
    const answer = await response.json();
    if (response.status < 300) return answer;
    // While the database is frozen; creations have ids of their own, so a second one finds the first.
    if (response.status === 503) await pause(50);
    else if (answer.code === "external_id_taken") return answer;
    else throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  }
}

async function write(): Promise<void> {
  written += 1;
  const name = `entity-${written}`;
  await call("POST", `/v1/projects/${projectId}/entities`, { external_id: name, type: "npc", name });
}

/** Loads a worker, which begins when it is told to. */
function loadWorker(point: KillPoint): Worker {
  const child = spawn(process.execPath, [...PRODUCT_FLAGS, SCRIPT, database.url, point, JSON.stringify(TIMINGS)], {
    cwd: ROOT,
    env: { ...process.env, ...ENVIRONMENT, FABULA_DATA_DIR: folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  workers.add(child);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = once(child, "exit").then(([code, signal]) => {
    workers.delete(child);
    return `${point}: ${signal ?? code} ${said}`;
  });
  const begin = async () => {
    child.stdin.write("begin\n");
    await Promise.race([once(child.stdout, "data"), end]);
  };
  return { begin, isAlive, end };
}

/** Stops every process of PostgreSQL where it stands, and lets them go on after a while. */
async function freeze(): Promise<void> {
  const postmaster = livePostmaster(join(folder, "postgres", "data"))?.pid;
  if (postmaster === undefined) throw new Error("no PostgreSQL runs");
  process.kill(postmaster, "SIGSTOP");
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await pause(FROZEN_MS);
  for (const pid of pids.reverse()) process.kill(pid, "SIGCONT");
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The parent's id is the second field after the name, which stands in brackets.
      const after = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1) ?? "";
      return Number(after.split(" ")[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Ends every connection that listens, once there is one: those that the frozen database cost have come back by then. */
async function dropListeners(): Promise<void> {
  const drop = () =>
    fabula.services.database.reads.execute<{ ended: boolean }>(
      sql`SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name = 'fabula-listen'`,
    );
  await expect.poll(drop, { interval: 50, message: "listeners" }).not.toEqual([]);
}

/** Sequences that arrived at a path, whether or not the receiver took them. */
const arrivedAt = (path: string) => new Set(receiver.at(path).map(({ body }) => Number(body.data.seq)));

interface DeliveryRow extends Record<string, unknown> {
  id: string;
  seq: number;
  status: string;
  tries: number;
  attempts: number[];
}
const deliveriesOf = (path: string) =>
  fabula.services.database.reads.execute<DeliveryRow>(
    sql`SELECT d.id, d.seq, d.status, d.tries,
          ARRAY(SELECT a.number FROM webhook_attempts a
            WHERE a.project_id = d.project_id AND a.delivery_id = d.id ORDER BY a.number) AS attempts
        FROM webhook_deliveries d WHERE d.project_id = ${projectId} AND d.webhook_id = ${webhooks.get(path)} ORDER BY d.seq`,
  );

/** Sequences of all creations of entities, page by page: a busy machine takes longer, and more is written until it is done. */
async function createdSeqs(): Promise<number[]> {
  const found: number[] = [];
  for (let after = 0; ; ) {
    const { events } = await call("GET", `/v1/projects/${projectId}/events?limit=500&after_seq=${after}`);
    if (events.length === 0) return found;
    for (const { kind, seq } of events) if (kind === "entity.created") found.push(seq);
    after = events.at(-1).seq;
  }
}

test.runIf(process.platform === "linux")(
  `${ROUNDS} rounds of kills, a frozen database and lost listeners lose no event`,
  async () => {
    const steady = loadWorker("never");
    let next = doomedIn(0).map(loadWorker);
    for (let round = 0; round < ROUNDS; round += 1) {
      const doomed = next;
      await Promise.all([...doomed, ...(round === 0 ? [steady] : [])].map((worker) => worker.begin()));
      next = round + 1 < ROUNDS ? doomedIn(round + 1).map(loadWorker) : [];
      await dropListeners();
      while (doomed.some((worker) => worker.isAlive())) {
        await write();
        await pause(20);
      }
      expect(await Promise.all(doomed.map(({ end }) => end))).toEqual(
        doomedIn(round).map((point) => `${point}: SIGKILL `),
      );
      await Promise.all([freeze(), write(), write()]);
      await write();
    }
    expect(steady.isAlive()).toBe(true);

    const { last_seq: head } = await call("GET", `/v1/projects/${projectId}`);
    const told = await createdSeqs();
    expect(told).toHaveLength(written);
    expect(head).toBeGreaterThanOrEqual(written);

    const lacking = (path: string) => told.filter((seq) => !arrivedAt(path).has(seq));
    // What a worker took along comes in its turn among all that fails at its endpoint, four at a time for a deadline each.
    const timeout = 60_000 + (written / 4) * 2 * TIMINGS.deadlineMs;
    for (const path of [...ARRIVING, ...FAILING]) {
      await expect.poll(() => lacking(path), { timeout, interval: 100, message: path }).toEqual([]);
    }
    for (const path of ARRIVING) {
      const states = async () => (await deliveriesOf(path)).filter((row) => row.status !== "delivered");
      await expect.poll(states, { timeout: 60_000, interval: 100, message: path }).toEqual([]);
    }

    for (const path of [...ARRIVING, ...FAILING]) {
      const rows = await deliveriesOf(path);
      // One delivery an event, however often it was sent, and every attempt that was written is counted.
      expect([path, rows.map(({ seq }) => seq)]).toEqual([path, told]);
      for (const { attempts } of rows) expect(attempts).toEqual(attempts.map((_, index) => index + 1));
      for (const { tries, attempts } of rows) expect(attempts).toHaveLength(tries);
      const ids = new Map(receiver.at(path).map(({ body, id }) => [Number(body.data.seq), id]));
      expect(rows.map(({ id }) => id)).toEqual(told.map((seq) => ids.get(seq)));
    }
    const stood = async (path: string) => call("GET", `/v1/projects/${projectId}/webhooks/${webhooks.get(path)}`);
    // One delivery of every three tries arrives there, so how it stands now is chance, but that it goes on is not.
    const flapping = await stood("/flapping");
    expect(flapping).toMatchObject({ active: true, disabled_at: null, last_error: expect.stringMatching(/503/) });
    expect(flapping.last_delivered_at).not.toBeNull();
    for (const path of ["/good", "/endless"]) {
      expect(await stood(path)).toMatchObject({ active: true, consecutive_failures: 0, disabled_at: null });
      expect((await stood(path)).last_delivered_at).not.toBeNull();
    }
    for (const path of FAILING) {
      const state = await stood(path);
      expect(state).toMatchObject({ active: true, last_delivered_at: null, disabled_at: null });
      expect(state.consecutive_failures).toBeGreaterThan(0);
      expect(state.last_error).not.toBeNull();
    }
    expect(await stood("/gone")).toMatchObject({ active: false, disabled_reason: "gone" });
    expect(receiver.received.filter(({ path }) => !Object.hasOwn(BEHAVIOURS, path))).toEqual([]);
    process.stdout.write(`${written} events, ${receiver.received.length} requests\n`);
  },
  ROUNDS * (FROZEN_MS + 30_000) + 300_000,
);
