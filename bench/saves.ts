/**
 * Benchmark of loading a saved game: a fork by a save, and reading what somebody knows in it, of a project with many facts, some of
 * which a playthrough was told and superseded. Beside them the same knowledge without a playthrough. Rounds are interleaved.
 *
 *   npm run bench -- saves [--facts=10000] [--people=50] [--told=200] [--rounds=100]
 *
 * Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openWorkbench } from "#tests/record/workbench.ts";

const { values } = parseArgs({
  options: {
    facts: { type: "string", default: "10000" },
    people: { type: "string", default: "50" },
    /** Facts that the playthrough was told before it was saved; one in ten of them is superseded there as well. */
    told: { type: "string", default: "200" },
    rounds: { type: "string", default: "100" },
  },
});
const [facts, people, told, rounds] = [values.facts, values.people, values.told, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
/** Facts of one batch. */
const AT_ONCE = 1_000;

const cluster = process.env.FABULA_TEST_CLUSTER === undefined ? await startThrowaway() : null;
if (cluster !== null) process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const bench = await openWorkbench();
try {
  const params = { project_id: await bench.newProject() };
  const cast: string[] = [];
  for (let i = 0; i < people; i++) {
    const body = { external_id: `p${i}`, name: `Person ${i}`, type: "person", properties: {} };
    cast.push((await bench.ask(registry.entities.create, { params, body })).id);
  }
  const ids: string[] = [];
  for (let at = 0; at < facts; at += AT_ONCE) {
    const parts = Array.from({ length: Math.min(AT_ONCE, facts - at) }, (_, i) => {
      const id = newId("fact");
      ids.push(id);
      const known_by = (at + i) % 10 === 0 ? "everyone" : [cast[(at + i) % people] ?? ""];
      return { id, text: `Somebody saw what ${at + i} did.`, subject_id: cast[i % people], known_by };
    });
    await bench.ask(registry.facts.batch, { params, body: { facts: parts } });
  }
  const { id: graph_id } = await bench.ask(registry.dialogues.create, { params, body: { name: "Ring" } });
  const [node, on] = [newId("node"), newId("br")];
  const branches = [{ id: on, choice_text: "On", target_node_id: node }];
  const card = { id: node, text: "Here again.", branches };
  await bench.ask(registry.dialogues.createNode, { params: { ...params, graph_id }, body: card });
  const { id: run } = await bench.ask(registry.runs.start, { params: { ...params, graph_id }, body: {} });
  const inRun = { ...params, run_id: run };
  for (let at = 0; at < told; at++) {
    const fact_id = ids[Math.floor((at * facts) / told)] ?? "";
    const to = [cast[at % people] ?? ""];
    await bench.ask(registry.facts.tell, { params: { ...params, fact_id }, body: { run, to, how: "told" } });
    if (at % 10 !== 0) continue;
    const body = { run, by: { text: "It was otherwise.", known_by: to }, reason: "The flood." };
    await bench.ask(registry.facts.supersede, { params: { ...params, fact_id }, body });
  }
  const { id: save_id } = await bench.ask(registry.runs.save, {
    params: inRun,
    body: { label: "Before the weighing" },
  });
  await bench.database.writes.execute(sql`VACUUM ANALYZE`);

  const times = {
    "loading the save": [] as number[],
    "reading what somebody knows in it": [] as number[],
    "reading the same of the record": [] as number[],
  };
  const timed = async <T>(own: number[], work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const answer = await work();
    own.push(performance.now() - start);
    return answer;
  };
  const knowledge = (entity_id: string, query: object) =>
    bench.ask(registry.facts.knowledge, { params: { ...params, entity_id }, query: { limit: 50, ...query } });
  for (let round = -5; round < rounds; round++) {
    if (round === 0) for (const own of Object.values(times)) own.length = 0;
    const who = cast[(round + 5) % people] ?? "";
    const fork = await timed(times["loading the save"], () =>
      bench.ask(registry.runs.fork, { params: inRun, body: { save_id } }),
    );
    await timed(times["reading what somebody knows in it"], () => knowledge(who, { run: fork.id }));
    await timed(times["reading the same of the record"], () => knowledge(who, {}));
  }
  const at = (list: number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
  console.log(`${facts} facts, ${told} told in the playthrough\n\n| | p50 ms | p95 ms |\n|---|---|---|`);
  for (const [name, own] of Object.entries(times))
    console.log(`| ${name} | ${at(own, 0.5).toFixed(1)} | ${at(own, 0.95).toFixed(1)} |`);
} finally {
  await bench.close();
  await cluster?.stop();
}
