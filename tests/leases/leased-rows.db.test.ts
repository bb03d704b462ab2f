import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import {
  announceWork,
  at,
  claimRows,
  extendLeases,
  findWork,
  releaseLeases,
  scheduleNext,
  type WorkTable,
} from "#server/leases/leased-rows.ts";
import { type Database, openDatabase } from "#server/record/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

const WORK: WorkTable = { kind: "errand", table: "errands" };
const NOW = Date.parse("2030-01-01T00:00:00Z");
const LEASE = 30_000;

let own: TestDatabase;
let database: Database;
let projectId: string;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, { reads: 2, writes: 4, direct: true });
  await database.writes.execute(
    sql`CREATE TABLE errands (project_id text, id text, due_at timestamptz(3), lease_until timestamptz(3), holder text,
          fence bigint NOT NULL DEFAULT 0, PRIMARY KEY (project_id, id))`,
  );
  // As the tables of the product have it: it changes how the database joins.
  await database.writes.execute(sql`CREATE INDEX errands_due ON errands (project_id, due_at) WHERE due_at IS NOT NULL`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(() => {
  projectId = newId("prj");
});

async function put(errands: Record<string, number | null>, project = projectId): Promise<void> {
  for (const [id, due] of Object.entries(errands)) {
    await database.writes.execute(
      sql`INSERT INTO errands (project_id, id, due_at) VALUES (${project}, ${id}, ${due === null ? null : at(due)})`,
    );
    if (due !== null) await database.writes.execute(announceWork(project, WORK, due));
  }
}

const claim = (holder: string, now: number, limit = 10) =>
  claimRows(database.writes, WORK, projectId, { holder, now, leaseMs: LEASE }, { limit });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const projects = async (now: number) =>
  (await findWork(database.reads, [WORK.kind], now, 10_000)).map(({ project_id }) => project_id);
const look = () => database.writes.transaction("write", (db) => scheduleNext(db, WORK, projectId));

describe("work that is leased", () => {
  test("is taken by one, when it is due, longest due first, and in its own project alone", async () => {
    await put({ a: NOW - 1, b: NOW - 3, c: NOW - 2, later: NOW + 1, never: null });
    await put({ other: NOW - 9 }, newId("prj"));
    expect(idsOf(await claim("one", NOW, 2))).toEqual(["b", "c"]);
    expect(idsOf(await claim("two", NOW))).toEqual(["a"]);
    expect(await claim("three", NOW)).toEqual([]);
  });

  test("is never taken beyond the limit, however the database joins what it has found", async () => {
    await put(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`e${index}`, NOW])));
    await database.writes.execute(sql`ANALYZE errands`);
    expect(idsOf(await claim("one", NOW, 3))).toEqual(["e0", "e1", "e10"]);
    // What was counted is less than there is, as it is most of the time.
    await database.writes.execute(sql`DELETE FROM errands WHERE project_id <> ${projectId} OR id <> 'e0'`);
    await database.writes.execute(sql`ANALYZE errands`);
    await put(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, NOW])));
    expect(await claim("two", NOW, 3)).toHaveLength(3);
  });

  test("is taken by one of many who ask at the same time", async () => {
    await put(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`e${index}`, NOW])));
    const claimed = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(`h${index}`, NOW, 3)));
    const ids = claimed.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(40);
  });

  test("is taken over when the lease is over; who kept it is not, and who lost it can neither keep it nor give it back", async () => {
    await put({ kept: NOW, lost: NOW });
    const leases = (await claim("one", NOW)).map(({ id, fence }) => ({ projectId, id, fence }));
    const [kept, lost] = leases.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (kept === undefined || lost === undefined) throw new Error("both were due");
    expect(await extendLeases(database.writes, WORK, projectId, [kept], NOW + 2 * LEASE)).toEqual(new Set(["kept"]));
    const [over] = await claim("two", NOW + LEASE);
    expect(over).toMatchObject({ id: "lost", holder: "two", fence: lost.fence + 1 });
    expect(await extendLeases(database.writes, WORK, projectId, [lost], NOW + 9 * LEASE)).toEqual(new Set());
    await releaseLeases(database.writes, WORK, projectId, [lost, kept]);
    expect(idsOf(await claim("three", NOW + LEASE))).toEqual(["kept"]);
  });

  test("is found through its project: from when it is due, then from when a lease ends, and no more when it is done", async () => {
    await put({ a: NOW + 10, b: NOW + 50 });
    expect(await projects(NOW + 9)).not.toContain(projectId);
    expect(await projects(NOW + 10)).toContain(projectId);
    await claim("one", NOW + 10);
    await look();
    expect(await projects(NOW + 49)).not.toContain(projectId);
    expect(await projects(NOW + 50)).toContain(projectId);
    await claim("one", NOW + 50);
    await look();
    expect(await projects(NOW + LEASE)).not.toContain(projectId);
    expect(await projects(NOW + LEASE + 10)).toContain(projectId);
    await database.writes.execute(sql`UPDATE errands SET due_at = NULL WHERE project_id = ${projectId}`);
    await look();
    expect(await projects(NOW + 100 * LEASE)).not.toContain(projectId);
  });

  test("is never overlooked by a look that ends while it is announced", async () => {
    await put({ old: NOW });
    await claim("one", NOW);
    await database.writes.execute(sql`UPDATE errands SET due_at = NULL WHERE project_id = ${projectId}`);
    let looking: Promise<void> = Promise.resolve();
    await database.writes.transaction("write", async (db) => {
      await db.execute(
        sql`INSERT INTO errands (project_id, id, due_at) VALUES (${projectId}, 'fresh', ${at(NOW + 5)})`,
      );
      // It says so already, so nothing changes, but it holds off whoever is about to say that there is nothing.
      await db.execute(announceWork(projectId, WORK, NOW + 5));
      looking = look();
      await database.reads.execute(sql`SELECT pg_sleep(0.05)`);
    });
    await looking;
    expect(await projects(NOW + 5)).toContain(projectId);
  });
});
