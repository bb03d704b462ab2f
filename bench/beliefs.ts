/**
 * Benchmark of beliefs: stories in which somebody sees what others do not, and questions about what each believes. An answer is right if
 * it holds the one right fact and no other. No model is asked.
 *
 *   node bench/beliefs.ts [--hi-tom=<folder>] [--big-tom=<folder>]
 *
 * The folders are checkouts of github.com/ying-hui-he/Hi-ToM_dataset (Apache-2.0) and github.com/cicl-stanford/procedural-evals-tom,
 * no part of this project. Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openWorkbench } from "#tests/record/workbench.ts";
import { askBigTom } from "./beliefs/big-tom.ts";
import { askHiTom } from "./beliefs/hi-tom.ts";

const { values } = parseArgs({ options: { "hi-tom": { type: "string" }, "big-tom": { type: "string" } } });
const [hiTom, bigTom] = [values["hi-tom"], values["big-tom"]];
if (hiTom === undefined && bigTom === undefined)
  throw new Error("say where the data is: --hi-tom=<folder> --big-tom=<folder>");

const cluster = process.env.FABULA_TEST_CLUSTER === undefined ? await startThrowaway() : null;
if (cluster !== null) process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const bench = await openWorkbench();
try {
  const beliefs = [
    ...(hiTom === undefined ? [] : await askHiTom(bench, hiTom)),
    ...(bigTom === undefined ? [] : await askBigTom(bench, bigTom)),
  ];
  console.log("| stories | read | right | of |\n|---|---|---|---|");
  for (const [title, own] of Map.groupBy(beliefs, ({ set, way }) => `${set} | ${way}`)) {
    console.log(`| ${title} | ${own.filter(({ isRight }) => isRight).length} | ${own.length} |`);
  }
} finally {
  await bench.close();
  await cluster?.stop();
}
