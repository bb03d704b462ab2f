// `npm test`: every part of the tests on a database of their own that is gone afterwards.
// `npm test -- unit db` runs only those parts, `npm run test:full` all of them at full size with a new seed,
// `npm run test:changed -- main` what has to do with the files that changed since a commit.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { filesSince, storiesOf } from "./changed-stories.ts";
import { OrderedOutput, type OutputSlot } from "./test-output.ts";
import { PART_NAMES, type Part, wavesOf, wavesSince } from "./test-parts.ts";
import { type Counts, judge, NONE, slowestLines, summaryLine } from "./test-report.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SLOWEST_SHOWN = 20;

/** What the command line asks for. */
interface Plan {
  readonly isFull: boolean;
  readonly waves: Part[][];
}

function readPlan(argv: readonly string[]): Plan {
  const isFull = argv.includes("--full");
  const [first, base = "HEAD"] = argv;
  if (first === "--changed") {
    const changed = filesSince(root, base);
    return { isFull: false, waves: wavesSince(base, storiesOf(changed)) };
  }
  const wanted = argv.filter((name) => name !== "--full");
  const unknown = wanted.filter((name) => !PART_NAMES.includes(name));
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(", ")}. The parts are ${PART_NAMES.join(", ")}.`);
    process.exit(1);
  }
  return { isFull, waves: wavesOf(wanted) };
}

/** The settings of whoever runs the tests are not the tests' settings. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => name.startsWith("FABULA_TEST_") || !/^(FABULA_|DATABASE_|NEXTAUTH_|NODE_ENV$|PORT$|HOST$)/.test(name),
  );
  return Object.fromEntries(plain) as NodeJS.ProcessEnv;
}

const running = new Set<ChildProcess>();
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill("SIGTERM");
  });
}

/** Runs a part to its end. */
async function runPart(part: Part, reports: string, environment: NodeJS.ProcessEnv, out: OutputSlot): Promise<Counts> {
  out.write(`\n── ${part.name} ${"─".repeat(Math.max(0, 60 - part.name.length))}\n`);
  const report = join(reports, `${part.name}.json`);
  const begun = performance.now();
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, part.command(report), {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...environment, ...part.environment?.(report) },
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => out.write(chunk));
    child.on("error", () => resolve(null));
    child.on("close", (exitCode) => {
      running.delete(child);
      resolve(exitCode);
    });
  });
  const judged = judge(part.name, countsOf(part, report), code);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  out.write(
    part.counts === null ? `${part.name}: ${seconds} s\n` : `${part.name}: ${summaryLine([judged])} (${seconds} s)\n`,
  );
  out.end();
  return judged;
}

function countsOf(part: Part, report: string): Counts | null {
  if (part.counts === null) return NONE;
  try {
    return part.counts(readFileSync(report, "utf8"));
  } catch {
    // A part without a report has failed, which the caller judges.
    return null;
  }
}

const { isFull, waves } = readPlan(process.argv.slice(2));
const begun = performance.now();
const reports = mkdtempSync(join(tmpdir(), "fabula-reports-"));
const given = process.env.FABULA_TEST_CLUSTER;
const cluster = given === undefined ? await startThrowaway() : null;
const environment = {
  ...plainEnvironment(),
  FABULA_TEST_CLUSTER: cluster?.adminUrl ?? given ?? "",
  // Tests start some hundred processes of the product, and each read all of its sources anew: a third of its first three seconds.
  NODE_COMPILE_CACHE: join(reports, "compiled"),
};
if (isFull) {
  const seed = process.env.FABULA_TEST_SEED ?? String(randomInt(1, 2 ** 31));
  Object.assign(environment, { FABULA_TEST_SIZE: "full", FABULA_TEST_SEED: seed });
  console.log(`At full size; FABULA_TEST_SEED=${seed} repeats it.`);
}
const results: Counts[] = [];
try {
  for (const wave of waves) {
    if (interrupted) break;
    const outputs = new OrderedOutput(process.stdout);
    results.push(...(await Promise.all(wave.map((part) => runPart(part, reports, environment, outputs.next())))));
  }
} finally {
  await cluster?.stop();
  rmSync(reports, { recursive: true, force: true });
}
if (interrupted) {
  console.log("The tests were interrupted.");
  process.exitCode = 130;
}
if (results.some((counts) => counts.failed > 0)) process.exitCode = 1;
const inProject = (name: string) => name.replaceAll(join(root, sep), "");
console.log(`\nThe slowest of ${((performance.now() - begun) / 1_000).toFixed(0)} s:`);
for (const each of slowestLines(results, SLOWEST_SHOWN)) console.log(inProject(each));
// Whoever reads only the end of the output still learns what failed.
for (const [n, failure] of results.flatMap(({ failures }) => failures).entries()) {
  console.log(`${n === 0 ? "\n" : ""}FAILED ${inProject(failure)}`);
}
console.log(`\n${summaryLine(results)}`);
