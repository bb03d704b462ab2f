/**
 * Benchmark of contexts through somebody's eyes, in a world whose people have memories of their own: a question with `as` beside the
 * same question without. Rounds are interleaved, so that a load of the machine is that of both.
 *
 *   node bench/knowers.ts [--facts=200000] [--people=200] [--public=5] [--questions=40]
 *
 * Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { registry } from "#server/operations.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { FirstStatistics } from "#server/record/first-statistics.ts";
import { WordIndex } from "#server/record/words/word-index.ts";
import { openWorkbench } from "#tests/record/workbench.ts";

const { values } = parseArgs({
  options: {
    facts: { type: "string", default: "200000" },
    people: { type: "string", default: "200" },
    /** Percentage of the facts that everyone knows. */
    public: { type: "string", default: "5" },
    questions: { type: "string", default: "40" },
  },
});
const [facts, people, open, questions] = [values.facts, values.people, values.public, values.questions].map(Number) as [
  number,
  number,
  number,
  number,
];
/** Facts of one batch. */
const AT_ONCE = 1_000;
/** Words of the texts, the first ones the commonest, as in a language. */
const WORDS = Array.from({ length: 5_000 }, (_, i) => `w${i.toString(36)}x`);

let state = 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}
const word = () => WORDS[Math.floor(WORDS.length ** random()) - 1] ?? "";
const sentence = (length: number) => Array.from({ length }, word).join(" ");

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
  const begun = performance.now();
  for (let at = 0; at < facts; at += AT_ONCE) {
    const parts = Array.from({ length: Math.min(AT_ONCE, facts - at) }, (_, i) => {
      const who = cast[(at + i) % people] ?? "";
      const known_by = random() * 100 < open ? "everyone" : [who];
      return { text: sentence(12), subject_id: who, known_by };
    });
    await bench.ask(registry.facts.batch, { params, body: { facts: parts } });
  }
  console.log(`${facts} facts of ${people} people written in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  const body = { query: sentence(8), token_budget: 1_500, sections: ["facts"] };
  await new FirstStatistics(bench.database, () => {}).take();
  const first = performance.now();
  const { headers } = await bench.call(registry.projects.get, { params });
  await new WordIndex(bench.database, bench.services.resources).bring(
    params.project_id,
    Number(headers["x-project-seq"]),
  );
  console.log(`indexed in ${((performance.now() - first) / 1_000).toFixed(0)} s`);
  await bench.database.writes.execute(sql`VACUUM ANALYZE`);
  const times = { all: [] as number[], as: [] as number[] };
  for (let i = 0; i < questions; i++) {
    const asked = { ...body, query: sentence(8) };
    const as = cast[Math.floor(random() * people)];
    for (const [own, more] of [[times.all, {}] as const, [times.as, { as }] as const]) {
      const start = performance.now();
      await bench.ask(registry.context.assemble, { params, body: { ...asked, ...more } });
      own.push(performance.now() - start);
    }
  }
  const at = (list: number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
  console.log("\n| | p50 ms | p95 ms |\n|---|---|---|");
  for (const [name, own] of Object.entries(times))
    console.log(
      `| ${name === "as" ? "with `as`" : "without"} | ${at(own, 0.5).toFixed(0)} | ${at(own, 0.95).toFixed(0)} |`,
    );
  console.log(`\n\`as\` takes ${(at(times.as, 0.5) / at(times.all, 0.5)).toFixed(2)} times as long at the median`);
} finally {
  await bench.close();
  await cluster?.stop();
}
