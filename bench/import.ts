/**
 * Imports of a large story through the operation: the first one, the same again, again with a tenth changed, and a try
 * without keeping anything; then the export and the structural check. With `--stall`, how long others wait meanwhile: a
 * file of so many short passages goes to a process of its own over HTTP, which is asked for /health all the time, and so do imports
 * with many variables, marks, files and dialogues; `--heap` bounds its heap, in MiB, and `--only` names the one row that is wanted, or
 * the first words of some, such as `export` or `variables`.
 *
 * With `--reading`, no database: the processor time of reading files of 64 KiB and 1 MiB of every format, those of writers and those
 * made to take long; `--only` names some by their beginning.
 *
 *   node bench/import.ts --reading [--only=ink]
 *   node bench/import.ts [--nodes=2000] [--rounds=3] [--stall=100000 [--heap=192] [--only=export]]
 *
 * Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { exportDialogue } from "#server/features/dialogues/operations/export-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { validateDialogue } from "#server/features/dialogues/operations/validate-dialogue.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openWorkbench } from "#tests/record/workbench.ts";
import { measureReading } from "./import/reading.ts";
import { measureStall } from "./import/stall.ts";

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    stall: { type: "string" },
    heap: { type: "string" },
    only: { type: "string" },
    reading: { type: "boolean" },
  },
});
if (values.reading) {
  measureReading(values.only ?? null);
  process.exit(0);
}
const nodes = Number(values.nodes);
const rounds = Number(values.rounds);

/** A story of `count` passages with three links each, some of them guarded, and an assignment each. */
function story(title: string, count: number, edition: number): string {
  const passages = Array.from({ length: count }, (_, i) => {
    const links = [1, 7, 31].map((step) => `[[Go ${step} further->Passage ${(i + step) % count}]]`);
    const words = i % 10 === 0 ? `The tide stands at mark ${edition}.` : "The tide stands where it stood.";
    return [
      `:: Passage ${i} [harbour] {"position":"${(i % 50) * 360},${Math.floor(i / 50) * 240}"}`,
      `<<set $coins to ${i % 90}>>${words} Nobody on the quay looks up from what they are doing, and the gulls least of all.`,
      `<<if $coins gte 40>>${links[0]}<</if>>`,
      ...links.slice(1),
    ].join("\n");
  });
  return [`:: StoryTitle\n${title}`, '\n:: StoryData\n{"format":"SugarCube"}\n', ...passages].join("\n\n");
}

const cluster = process.env.FABULA_TEST_CLUSTER === undefined ? await startThrowaway() : null;
if (cluster !== null) process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
if (values.stall !== undefined) {
  await measureStall(Number(values.stall), values.heap === undefined ? null : Number(values.heap), values.only ?? null);
  await cluster?.stop();
  process.exit(0);
}
const bench = await openWorkbench();
const times = new Map<string, number[]>();

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  times.set(what, [...(times.get(what) ?? []), performance.now() - begun]);
  return result;
}

try {
  for (let round = 0; round < rounds; round++) {
    const params = { project_id: await bench.newProject() };
    const send = (edition: number, dry_run = false) =>
      bench.ask(importDialogues, {
        params,
        body: { format: "twee3", content: story("Tide", nodes, edition), dry_run },
      });
    await timed("first import, tried out", () => send(1, true));
    const { graphs } = await timed("first import", () => send(1));
    await timed("the same again", () => send(1));
    await timed("again, a tenth changed", () => send(2));
    const graph_id = graphs[0]?.id ?? "";
    await timed("export fabula_json", () =>
      bench.ask(exportDialogue, { params: { ...params, graph_id }, query: { format: "fabula_json" } }),
    );
    await timed("export twee3", () =>
      bench.ask(exportDialogue, { params: { ...params, graph_id }, query: { format: "twee3" } }),
    );
    await timed("validate", () => bench.ask(validateDialogue, { params: { ...params, graph_id } }));
  }
  console.log(`${nodes} nodes, ${nodes * 3} branches; median of ${rounds}, output checks included`);
  for (const [what, list] of times) {
    const median = list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    console.log(`  ${what.padEnd(28)} ${median.toFixed(0).padStart(7)} ms`);
  }
} finally {
  await bench.close();
  await cluster?.stop();
}
