import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { connect } from "#server/postgres/connection.ts";
import { openExternal } from "#server/postgres/external.ts";
import { openDatabase } from "#server/record/database.ts";
import { POOLER_PROGRAM, type Pooler, startPooler } from "../support/pooler.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities } = registry;

let pooler: Pooler | undefined;
let pooled: string;
/** Two processes as far as the database can tell, both through the pooler. */
let benches: Workbench[];
let direct: Workbench;

describe.skipIf(POOLER_PROGRAM === null)("through PgBouncer in transaction mode", () => {
  beforeAll(async () => {
    direct = await openWorkbench();
    pooler = await startPooler(direct.url, 4);
    pooled = pooler.url;
    benches = await Promise.all([0, 1].map(() => openWorkbench({ url: pooled, caller: direct.caller })));
    for (const { services } of benches) {
      Object.assign(services, { database: openDatabase(pooled, { reads: 3, writes: 3, direct: false }) });
    }
  });

  afterAll(async () => {
    for (const bench of benches ?? []) {
      await bench.services.database.close();
      await bench.close();
    }
    await pooler?.stop();
    await direct?.close();
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
