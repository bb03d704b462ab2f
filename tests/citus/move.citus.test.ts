import { afterAll, beforeAll, expect, test } from "vitest";
import { randomAt } from "#domain/runtime/random.ts";
import { connect } from "#server/postgres/connection.ts";
import { TEST_SEED } from "#test-size";
import { expectTruth, openAsked } from "#tests/refusals/asked-project.ts";
import { Callers } from "#tests/refusals/callers.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { openDistributed } from "./distributed.ts";
import type { RefusalWatch } from "./refusal-watch.ts";

const CALLERS = 8;

let watch: RefusalWatch;
let api: TestApi;
let coordinator: ReturnType<typeof connect>;

beforeAll(async () => {
  watch = await openDistributed();
  api = await startTestApi({ mount: "listener", database: { name: "citus", url: watch.url, drop: async () => {} } });
  coordinator = connect(watch.url);
}, 600_000);
afterAll(async () => {
  await coordinator?.end();
  await api?.close();
  await watch?.close();
});

interface Placement {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
}

/** Gives a project shards of its own, and answers where they lie. */
async function isolate(projectId: string): Promise<Placement> {
  const [own] = await coordinator<
    { shard: string }[]
  >`SELECT isolate_tenant_to_new_shard('project_heads', ${projectId}::text, 'CASCADE',
    shard_transfer_mode => 'block_writes')::text AS shard`;
  const [found] = await coordinator<Placement[]>`SELECT shardid::text AS shard, nodename AS host, nodeport AS port
    FROM pg_dist_shard_placement WHERE shardid = ${own?.shard ?? null}::bigint`;
  return found as Placement;
}

async function otherNode({ host, port }: Placement): Promise<Omit<Placement, "shard">> {
  const [node] = await coordinator<Placement[]>`SELECT nodename AS host, nodeport AS port FROM pg_dist_node
    WHERE shouldhaveshards AND isactive AND (nodename, nodeport) <> (${host}::text, ${port}::int) LIMIT 1`;
  return node as Placement;
}

test("a project moves to another node while callers read and write it, and nothing that was acknowledged is lost", async () => {
  const projects = await Promise.all([openAsked(api), openAsked(api)]);
  const keys = await Promise.all(Array.from({ length: CALLERS }, () => api.home.makeKey()));
  let draws = 0;
  const callers = new Callers(api, { projects, keys, random: () => randomAt(TEST_SEED, draws++) });
  const answered = () => [...callers.answers.values()].reduce((sum, count) => sum + count, 0);
  const askedOn = async () => {
    const before = answered();
    await eventually(
      async () => answered(),
      (count) => count > before + 100,
      { about: "further answers" },
    );
  };
  await askedOn();
  const projectId = projects[0]?.path.split("/").at(-1) ?? "";
  const from = await isolate(projectId);
  const to = await otherNode(from);
  await coordinator`SELECT citus_move_shard_placement(${from.shard}::bigint, ${from.host}::text, ${from.port}::int, ${to.host}::text, ${to.port}::int,
    shard_transfer_mode => 'block_writes')`;
  await askedOn();
  await callers.ended();
  const [moved] = await coordinator<Placement[]>`SELECT nodename AS host, nodeport AS port FROM pg_dist_shard_placement
    WHERE shardid = get_shard_id_for_distribution_column('project_heads', ${projectId}::text)`;
  expect([moved, callers.wrong]).toEqual([to, []]);
  for (const project of projects) await expectTruth(api, project);
});
