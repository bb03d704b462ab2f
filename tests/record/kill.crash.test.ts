import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#server/postgres/connection.ts";
import { livePostmaster } from "#server/postgres/postmaster.ts";
import { rounds } from "#test-size";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { type AcknowledgedWrite, call, Load, type Target, type UnansweredWrite } from "./crash-load.ts";
import { seedOf } from "./random-steps.ts";

const ROUNDS = rounds({ gate: 2, full: 20 });
const WRITERS = 8;
const SCRIPT = fileURLToPath(new URL("crash-server.ts", import.meta.url));

let folder: string;
let server: ChildProcess | null = null;
let target: Target & { databaseUrl: string };
let projectId: string;
const acknowledged: AcknowledgedWrite[] = [];
let random: () => number;

beforeAll(async () => {
  // As root, PostgreSQL runs as another user, who must be able to get there.
  folder = mkdtempSync(join(process.getuid?.() === 0 ? "/var/tmp" : tmpdir(), "fabula-crash-"));
  chmodSync(folder, 0o711);
  let state = seedOf("crashes");
  random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  await start();
  const made = await call<{ id: string }>(target, "POST", "/v1/projects", { name: "Under load" });
  projectId = made.body.id;
});

afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  const left = postmaster();
  if (left !== null) process.kill(left, "SIGQUIT");
  while (postmaster() !== null) await pause(20);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function start(): Promise<void> {
  const env = { ...process.env, FABULA_ENV: "test", FABULA_DATA_DIR: folder, PORT: "0" };
  const child = spawn(process.execPath, [...PRODUCT_FLAGS, SCRIPT], { env, stdio: ["ignore", "pipe", "inherit"] });
  server = child;
  const line = once(createInterface({ input: child.stdout }), "line");
  const early = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)));
  // Later exits are what the test is about.
  early.catch(() => {});
  const [text] = await Promise.race([line, early]);
  target = JSON.parse(String(text));
}

function postmaster(): number | null {
  return livePostmaster(join(folder, "postgres", "data"))?.pid ?? null;
}

/** Returns the number of writes, from 20 to 140, that are acknowledged before the kill. */
const enough = (): number => 20 + Math.floor(random() * 120);

interface Event {
  seq: number;
  subject_id: string;
  change: { set?: Record<string, unknown> };
}

async function record(): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const query = `after_seq=${all.at(-1)?.seq ?? 0}&limit=500`;
    const page = await call<{ events: Event[]; has_more: boolean }>(
      target,
      "GET",
      `/v1/projects/${projectId}/events?${query}`,
    );
    expect(page.status).toBe(200);
    all.push(...page.body.events);
    if (!page.body.has_more) return all;
  }
}

/**
 * Expects every acknowledged write to be in the record as it was acknowledged, and the record to have no hole and to
 * replay.
 */
async function nothingIsLost(): Promise<void> {
  const events = await record();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  for (const { seq, subjectId, name } of acknowledged) {
    const event = events[seq - 1];
    const state = event?.change.set?.[""] as { name: string } | undefined;
    expect([event?.subject_id, state?.name ?? event?.change.set?.["/name"]]).toEqual([subjectId, name]);
  }
  const replay = await call<{ seq: number; differences: unknown[] }>(
    target,
    "POST",
    `/v1/projects/${projectId}/replay`,
  );
  expect(replay).toMatchObject({ status: 200, body: { seq: events.length, differences: [] } });
}

/**
 * Sends requests without an answer again with their keys, and expects each to take effect once, whether or not it had
 * done so before.
 */
async function againOnce(unanswered: readonly UnansweredWrite[]): Promise<void> {
  for (const { idempotencyKey, externalId } of unanswered) {
    const body = { external_id: externalId, type: "npc", name: externalId, properties: { text: "x".repeat(200) } };
    const path = `/v1/projects/${projectId}/entities`;
    const again = await call<{ id: string; name: string }>(target, "POST", path, body, idempotencyKey);
    expect(again.status, externalId).toBe(201);
    const found = await call<{ total: number }>(target, "GET", `${path}?external_id=${externalId}`);
    expect(found.body.total).toBe(1);
  }
}

async function ready(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${target.url}/ready`).catch(() => null);
    if (answer?.status === 200) return;
    await pause(20);
  }
}

/** Commits that shared their transaction with another: rows say which transaction wrote them. */
async function sharedCommits(): Promise<number> {
  const sql = connect(target.databaseUrl);
  try {
    const [row] = await sql<{ n: number }[]>`
      SELECT coalesce(sum(n), 0)::int AS n FROM (SELECT count(DISTINCT commit_seq) AS n FROM events
        WHERE project_id = ${projectId} GROUP BY xmin::text HAVING count(DISTINCT commit_seq) > 1) AS shared`;
    return row?.n ?? 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

describe("an acknowledged write", () => {
  test("the database writes it to disk before it is acknowledged", async () => {
    const sql = connect(target.databaseUrl);
    try {
      for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
        const [row] = await sql<{ value: string }[]>`SELECT current_setting(${name}) AS value`;
        expect(row?.value, name).toBe("on");
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
  });

  test(`survives ${ROUNDS} kills of the server under load`, async () => {
    let resent = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const load = new Load(target, projectId, `server-${round}`, WRITERS);
      await load.reached(enough());
      const exit = server === null ? Promise.resolve() : once(server, "exit");
      server?.kill("SIGKILL");
      await Promise.all([load.ended(), exit]);
      expect(load.unexpected).toEqual([]);
      acknowledged.push(...load.acknowledged);
      await start();
      await againOnce(load.unanswered);
      resent += load.unanswered.length;
      await nothingIsLost();
    }
    process.stdout.write(`${acknowledged.length} acknowledged so far, ${resent} sent again\n`);
  });

  test(`survives ${ROUNDS} kills of PostgreSQL under load, and the server goes on by itself`, async () => {
    const pid = server?.pid;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const load = new Load(target, projectId, `database-${round}`, WRITERS);
      await load.reached(enough());
      const before = postmaster();
      if (before === null) throw new Error("no PostgreSQL runs");
      process.kill(before, "SIGKILL");
      while (postmaster() === before) await pause(5);
      await ready();
      // Some writes after the recovery, on the same connections.
      await load.reached(load.acknowledged.length + 10);
      await load.ended();
      expect(postmaster()).not.toBe(before);
      expect(load.unexpected).toEqual([]);
      acknowledged.push(...load.acknowledged);
      refused += load.refused;
      await againOnce(load.unanswered);
      await nothingIsLost();
    }
    expect(server?.pid).toBe(pid);
    expect(server?.exitCode).toBeNull();
    // The blows fell on writes that share their transaction, or nothing was shown of them.
    expect(await sharedCommits()).toBeGreaterThan(acknowledged.length / 2);
    process.stdout.write(
      `${acknowledged.length} acknowledged in all, ${refused} refused while the database was away\n`,
    );
  });
});
