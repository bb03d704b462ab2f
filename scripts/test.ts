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
import { DaemonTime, measured, processTable, treeSeconds, waitedSeconds } from "./processor-time.ts";
import { OrderedOutput, type OutputSlot } from "./test-output.ts";
import { PART_NAMES, type Part, wavesOf, wavesSince } from "./test-parts.ts";
import {
  type Counts,
  judge,
  NONE,
  overBudget,
  type PartTime,
  slowestLines,
  summaryLine,
  timeLines,
} from "./test-report.ts";
import { Yardstick } from "./yardstick.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SLOWEST_SHOWN = 20;
/** Processes that become daemons are seen below a part before the process ends that started them. */
const LOOK_MS = 250;
/** Samples of the processor's speed cost half a hundredth of one core. */
const YARDSTICK_MS = 10_000;

/** Plan given by the command line. */
interface Plan {
  readonly isFull: boolean;
  /** Whether the parts run whole and at the size that their budgets are for. */
  readonly isGate: boolean;
  readonly waves: Part[][];
}

function readPlan(argv: readonly string[]): Plan {
  const isFull = argv.includes("--full");
  const [first, base = "HEAD"] = argv;
  if (first === "--changed") {
    const changed = filesSince(root, base);
    return { isFull: false, isGate: false, waves: wavesSince(base, storiesOf(changed)) };
  }
  const wanted = argv.filter((name) => name !== "--full");
  const unknown = wanted.filter((name) => !PART_NAMES.includes(name));
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(", ")}. The parts are ${PART_NAMES.join(", ")}.`);
    process.exit(1);
  }
  return { isFull, isGate: !isFull, waves: wavesOf(wanted) };
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

/** A part that has ended. */
interface PartResult {
  readonly counts: Counts;
  readonly time: PartTime;
}

/** Runs a part to its end. */
async function runPart(part: Part, out: OutputSlot): Promise<PartResult> {
  out.write(`\n── ${part.name} ${"─".repeat(Math.max(0, 60 - part.name.length))}\n`);
  const report = join(reports, `${part.name}.json`);
  const times = join(reports, `${part.name}.times`);
  const begun = performance.now();
  const databaseBefore = databaseSeconds();
  const speedBefore = yardstick.now;
  const [program, ...args] = measured([process.execPath, ...part.command(report)], times);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, ...part.environment?.(report) },
  });
  running.add(child);
  const daemons = new DaemonTime(child.pid ?? 0);
  const looking = setInterval(() => daemons.look(processTable()), LOOK_MS);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => out.write(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
  clearInterval(looking);
  running.delete(child);
  const waited = readWaited(times);
  const database = part.usesDatabase ? databaseSeconds() - databaseBefore : 0;
  const time: PartTime = {
    name: part.name,
    wall: (performance.now() - begun) / 1_000,
    processor: waited === null ? null : waited + daemons.seconds + database,
    slowness: yardstick.since(speedBefore),
    budget: isGate ? part.budget : null,
  };
  const judged = judge(part.name, countsOf(part, report), code);
  const over = overBudget(time);
  const counts =
    over === null ? judged : { ...judged, failed: judged.failed + 1, failures: [...judged.failures, over] };
  const took = `${time.wall.toFixed(0)} s`;
  out.write(part.counts === null ? `${part.name}: ${took}\n` : `${part.name}: ${summaryLine([counts])} (${took})\n`);
  out.end();
  return { counts, time };
}

/** Processor seconds that the PostgreSQL of all parts has used so far; 0 when it is not ours. */
function databaseSeconds(): number {
  return cluster === null ? 0 : treeSeconds(processTable(), cluster.pid);
}

function readWaited(file: string): number | null {
  try {
    return waitedSeconds(readFileSync(file, "utf8"));
  } catch {
    // There is no such shell, or it was killed.
    return null;
  }
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

const { isFull, isGate, waves } = readPlan(process.argv.slice(2));
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
const results: PartResult[] = [];
const yardstick = new Yardstick();
yardstick.start(YARDSTICK_MS);
try {
  for (const wave of waves) {
    if (interrupted) break;
    const outputs = new OrderedOutput(process.stdout);
    results.push(...(await Promise.all(wave.map((part) => runPart(part, outputs.next())))));
  }
} finally {
  yardstick.stop();
  await cluster?.stop();
  rmSync(reports, { recursive: true, force: true });
}
if (interrupted) {
  console.log("The tests were interrupted.");
  process.exitCode = 130;
}
const counts = results.map((result) => result.counts);
if (counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
const inProject = (name: string) => name.replaceAll(join(root, sep), "");
console.log("\nThe slowest tests:");
for (const each of slowestLines(counts, SLOWEST_SHOWN)) console.log(inProject(each));
console.log("");
const wall = (performance.now() - begun) / 1_000;
for (const each of timeLines(
  results.map(({ time }) => time),
  wall,
))
  console.log(each);
// Whoever reads only the end of the output still learns what failed.
for (const [n, failure] of counts.flatMap(({ failures }) => failures).entries()) {
  console.log(`${n === 0 ? "\n" : ""}FAILED ${inProject(failure)}`);
}
console.log(`\n${summaryLine(counts)}`);
