/**
 * Benchmark of the quality and speed of contexts on CRD3: transcripts of a tabletop game whose summaries are aligned
 * with lines. Every sentence of a summary is a question, and its aligned lines are what should be found.
 *
 * node bench/retrieval.ts <folder of github.com/RevanthRameshkumar/CRD3> [--split=test] [--questions=10000] [--rounds=1]
 *
 * Each episode becomes a dialogue whose lines lead to each other. Beside it PostgreSQL's own `ts_rank` over the same lines, with the
 * words of the question joined by OR, and plain BM25. All ways take turns, question by question, so that a load of the machine is that
 * of all. Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names. The data is
 * licensed CC BY-SA 4.0 and no part of this project.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { registry } from "#server/operations.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { jsonb } from "#server/record/database.ts";
import { FirstStatistics } from "#server/record/first-statistics.ts";
import { openWorkbench } from "#tests/record/workbench.ts";
import { loadEpisodes } from "./retrieval/load-episodes.ts";
import { plainBm25 } from "./retrieval/plain-bm25.ts";
import { type Question, readQuestions, type Turn } from "./retrieval/read-crd3.ts";

/** Lines by which an answer is judged. */
const TOP = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    split: { type: "string", default: "test" },
    questions: { type: "string", default: "10000" },
    rounds: { type: "string", default: "1" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("say where the data is: node bench/retrieval.ts <folder>");

/** Lines found by one way, and the time it took. */
interface Row {
  any: number;
  covered: number;
  times: number[];
}

const cluster = process.env.FABULA_TEST_CLUSTER === undefined ? await startThrowaway() : null;
if (cluster !== null) process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const bench = await openWorkbench();
try {
  const { episodes, questions: all } = readQuestions(folder, values.split);
  const questions = all.slice(0, Number(values.questions));
  const begun = performance.now();
  const { params, dialogues, lineOf } = await loadEpisodes(bench, episodes);
  console.log(
    `${lineOf.size} lines of ${episodes.length} episodes loaded in ${seconds(begun)}; ${questions.length} questions`,
  );
  const ask = async ({ query }: Question, subject_ids?: string[]): Promise<string[]> => {
    const { sections } = await bench.ask(registry.context.assemble, {
      params,
      body: { query, token_budget: 3_000, sections: ["dialogue"], ...(subject_ids !== undefined && { subject_ids }) },
    });
    const items = sections.flatMap(({ items: own }) => own);
    return items.sort((a, b) => b.score - a.score).map(({ id }) => id);
  };
  await new FirstStatistics(bench.database, () => {}).take();
  const first = performance.now();
  await ask({ query: "The party meets the innkeeper.", episode: "", gold: [] });
  console.log(`the first question, which reads the project, took ${seconds(first)}`);
  await bench.database.writes.execute(sql`VACUUM ANALYZE`);

  const lines = episodes.flatMap(({ turns }) => turns).map((turn) => ({ id: lineOf.get(turn) ?? "", body: turn.text }));
  await bench.database.writes.execute(sql`CREATE TABLE ranked_lines (id text, words tsvector)`);
  await bench.database.writes.execute(
    sql`INSERT INTO ranked_lines SELECT id, to_tsvector('english', body)
        FROM jsonb_to_recordset(${jsonb(lines)}) AS l(id text, body text)`,
  );
  await bench.database.writes.execute(sql`CREATE INDEX ON ranked_lines USING gin (words)`);
  await bench.database.writes.execute(sql`VACUUM ANALYZE ranked_lines`);
  const byRank = async ({ query }: Question): Promise<string[]> => {
    const found = await bench.database.reads.execute<{ id: string }>(
      sql`SELECT id FROM ranked_lines, (SELECT replace(plainto_tsquery('english', ${query})::text, '&', '|')::tsquery AS q) w
          WHERE words @@ q ORDER BY ts_rank(words, q, 1) DESC, id LIMIT ${TOP}`,
    );
    return found.map(({ id }) => id);
  };
  const bm25 = plainBm25(lines);
  const ways: [string, (question: Question) => Promise<string[]>][] = [
    ["PostgreSQL `ts_rank`, words joined by OR", byRank],
    ["BM25 of single lines, in memory", async ({ query }) => bm25(query, TOP)],
    ["`…/context`", (question) => ask(question)],
    ["`…/context`, the episode known", (question) => ask(question, [dialogues.get(question.episode) ?? ""])],
  ];
  console.log(`\n| | any@${TOP} | coverage@${TOP} | p50 ms | p95 ms |\n|---|---|---|---|---|`);
  const rows = ways.map((): Row => ({ any: 0, covered: 0, times: [] }));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const question of questions) {
      for (const [i, [, find]] of ways.entries()) await judge(rows[i] as Row, question, find, lineOf);
    }
  }
  const n = questions.length * Number(values.rounds);
  for (const [i, [name]] of ways.entries()) {
    const { any, covered, times } = rows[i] as Row;
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    console.log(`| ${name} | ${(any / n).toFixed(3)} | ${(covered / n).toFixed(3)} | ${at(0.5)} | ${at(0.95)} |`);
  }
  const [kept] = await bench.database.reads.execute<{ bytes: number; most: number; n: number }>(
    sql`SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY size) AS bytes, max(size) AS most, count(*) AS n
        FROM (SELECT octet_length(packed) + octet_length(question::text) AS size FROM context_receipts) r`,
  );
  console.log(`\n${kept?.n} receipts: ${kept?.bytes} bytes at the median, ${kept?.most} at most`);
} finally {
  await bench.close();
  await cluster?.stop();
}

async function judge(
  row: Row,
  question: Question,
  find: (question: Question) => Promise<string[]>,
  lineOf: ReadonlyMap<Turn, string>,
): Promise<void> {
  const begun = performance.now();
  const found = (await find(question)).slice(0, TOP);
  row.times.push(performance.now() - begun);
  const gold = new Set(question.gold.map((turn) => lineOf.get(turn)));
  const hits = found.filter((id) => gold.has(id)).length;
  if (hits > 0) row.any += 1;
  row.covered += hits / Math.min(gold.size, TOP);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
