/**
 * Validation of a large dialogue: packed integers, against loading the nodes and checking them as objects, and against
 * a recursive query; interleaved rounds in one run.
 *
 *   node bench/validation.ts [--nodes=100000] [--rounds=7]
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { toKeyed } from "#domain/dialogue/keyed.ts";
import { BRANCH_DEFAULTS } from "#domain/dialogue/wire.ts";
import { checkGraph } from "#domain/structural-checks.ts";
import { loadGraph } from "#server/features/dialogues/read-graph.ts";
import { graphResource, nodeResource } from "#server/features/dialogues/resources.ts";
import { GraphState, NodeState } from "#server/features/dialogues/states.ts";
import { validateGraph } from "#server/features/dialogues/validate-graph.ts";
import { toNode } from "#server/features/dialogues/wire.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { newId } from "#server/kernel/ids.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { type Database, type Db, openDatabase } from "#server/record/database.ts";
import { ProjectTransaction } from "#server/record/project-transaction.ts";
import { UnitOfWork } from "#server/record/unit-of-work.ts";
import { resources } from "#server/resources.ts";

const { values } = parseArgs({
  options: { nodes: { type: "string", default: "100000" }, rounds: { type: "string", default: "7" } },
});
const count = Number(values.nodes);
const rounds = Number(values.rounds);
const projectId = newId("prj");
const graphId = newId("dlg");

function branch(id: string, target: string) {
  return {
    ...BRANCH_DEFAULTS,
    id,
    target_node_id: target,
    choice_text: "Go on, and see what comes of it.",
    conditions: {},
    effects: {},
    extensions: {},
  };
}

/** Writes the graph in one commit: a chain with a second branch from every fifth node, and from every hundredth one to nowhere. */
async function write(database: Database): Promise<void> {
  const ids = Array.from({ length: count }, () => newId("node"));
  await database.writes.transaction("write", async (db) => {
    await db.execute(sql`INSERT INTO project_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at)
      VALUES (${projectId}, 'wsp_bench', 'test', 0, now(), now())`);
    const head = { last_seq: 0, last_recorded_at: 0 };
    const transaction = new ProjectTransaction({ db, projectId, resources, clock: systemClock }).begin(head);
    const record = new UnitOfWork(transaction, { actor: "system:bench", requestId: null });
    record.create(graphResource, graphId, GraphState.parse({ name: "Large", start_node_id: ids[0] }));
    for (const [index, id] of ids.entries()) {
      const next = ids[index + 1];
      const targets = next === undefined ? [] : [branch(newId("br"), next)];
      if (index % 100 === 99) targets.push(branch(newId("br"), newId("node")));
      const other = ids[(index * 7919) % count];
      if (index % 5 === 0 && other !== undefined) targets.push(branch(newId("br"), other));
      const text = "A line of dialogue about as long as lines of dialogue are, which is not very long at all.";
      record.create(
        nodeResource,
        id,
        NodeState.parse({ graph_id: graphId, text, branches: toKeyed(targets as never) }),
      );
    }
    await record.commit();
    for (const statement of await transaction.finish()) await db.execute(statement);
  });
}

const WAYS: Record<string, (db: Db) => Promise<unknown>> = {
  "packed integers": (db) => validateGraph(db, projectId, graphId, null),
  "nodes as objects": async (db) => {
    const whole = await loadGraph(db, projectId, graphId, null);
    return checkGraph(whole.graph, whole.nodes.map(toNode));
  },
  "recursive query (reachability only)": (db) =>
    db.execute(sql`WITH RECURSIVE edges AS (
        SELECT ordinal AS source, unnest(target_ordinals) AS target FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND graph_id = ${graphId} AND valid_to_seq = 9007199254740991
      ), reached AS (SELECT 0 AS ordinal UNION SELECT e.target FROM edges e JOIN reached r ON r.ordinal = e.source)
      SELECT count(*) FROM reached`),
};

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

const cluster = await startThrowaway();
try {
  await prepareDatabase(cluster.adminUrl);
  const database = openDatabase(cluster.adminUrl, { reads: 2, writes: 2 });
  const began = performance.now();
  await write(database);
  console.log(`wrote ${count} nodes in one commit in ${Math.round(performance.now() - began)} ms`);
  await database.writes.execute(sql`ANALYZE`);
  const times = new Map(Object.keys(WAYS).map((way) => [way, [] as number[]]));
  // The recursive query on a long chain takes a pass a node, so it runs only where it ends in reasonable time.
  const ways = Object.entries(WAYS).filter(([way]) => count <= 20_000 || !way.startsWith("recursive"));
  for (let round = 0; round < rounds; round++) {
    for (const [way, work] of ways) {
      const start = performance.now();
      await database.reads.transaction("snapshot", work);
      times.get(way)?.push(performance.now() - start);
    }
  }
  const base = median(times.get("packed integers") ?? []);
  for (const [way] of ways) {
    const ms = median(times.get(way) ?? []);
    console.log(`${way.padEnd(36)} ${ms.toFixed(1).padStart(9)} ms   ${(ms / base).toFixed(1)}×`);
  }
  await database.close();
} finally {
  await cluster.stop();
}
