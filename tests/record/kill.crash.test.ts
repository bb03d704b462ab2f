import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#server/postgres/connection.ts";
import { rounds } from "#test-size";
import { type AcknowledgedWrite, call, Load, type UnansweredWrite } from "./crash-load.ts";
import { CrashingServer } from "./crashing-server.ts";
import { seedOf } from "./random-steps.ts";

const ROUNDS = rounds({ gate: 2, full: 20 });
const WRITERS = 8;

const crashing = new CrashingServer();
let projectId: string;
const acknowledged: AcknowledgedWrite[] = [];
let random: () => number;

beforeAll(async () => {
  let state = seedOf("crashes");
  random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  await crashing.start();
  const made = await call<{ id: string }>(crashing.target, "POST", "/v1/projects", { name: "Under load" });
  projectId = made.body.id;
});

afterAll(() => crashing.close());

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
      crashing.target,
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
    crashing.target,
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
    const again = await call<{ id: string; name: string }>(crashing.target, "POST", path, body, idempotencyKey);
    expect(again.status, externalId).toBe(201);
    const found = await call<{ total: number }>(crashing.target, "GET", `${path}?external_id=${externalId}`);
    expect(found.body.total).toBe(1);
  }
}

/** Commits that shared their transaction with another: rows say which transaction wrote them. */
async function sharedCommits(): Promise<number> {
  const sql = connect(crashing.target.databaseUrl);
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
    const sql = connect(crashing.target.databaseUrl);
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
      const load = new Load(crashing.target, projectId, `server-${round}`, WRITERS);
      await load.reached(enough());
      const killed = crashing.kill();
      await Promise.all([load.ended(), killed]);
      expect(load.unexpected).toEqual([]);
      acknowledged.push(...load.acknowledged);
      await crashing.start();
      await againOnce(load.unanswered);
      resent += load.unanswered.length;
      await nothingIsLost();
    }
    process.stdout.write(`${acknowledged.length} acknowledged so far, ${resent} sent again\n`);
  });

  test(`survives ${ROUNDS} kills of PostgreSQL under load, and the server goes on by itself`, async () => {
    const pid = crashing.process?.pid;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const load = new Load(crashing.target, projectId, `database-${round}`, WRITERS);
      await load.reached(enough());
      const before = crashing.postmaster();
      await crashing.killDatabase();
      // Some writes after the recovery, on the same connections.
      await load.reached(load.acknowledged.length + 10);
      await load.ended();
      expect(crashing.postmaster()).not.toBe(before);
      expect(load.unexpected).toEqual([]);
      acknowledged.push(...load.acknowledged);
      refused += load.refused;
      await againOnce(load.unanswered);
      await nothingIsLost();
    }
    expect(crashing.process?.pid).toBe(pid);
    expect(crashing.process?.exitCode).toBeNull();
    // The blows fell on writes that share their transaction, or nothing was shown of them.
    expect(await sharedCommits()).toBeGreaterThan(acknowledged.length / 2);
    process.stdout.write(
      `${acknowledged.length} acknowledged in all, ${refused} refused while the database was away\n`,
    );
  });
});
