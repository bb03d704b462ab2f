// `npm test`: every part of the tests, one after the other, on a database of their own that is gone afterwards.
// `npm test -- unit db` runs only those parts.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { type Counts, fromCounts, fromPlaywright, fromVitest, judge, summaryLine } from "./test-report.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Part {
  name: string;
  /** The command after `node`, with the file that its report goes to. */
  command: (report: string) => string[];
  counts: (report: string) => Counts;
  environment?: (report: string) => Record<string, string>;
}

const vitest = (project: string) => (report: string) => [
  "node_modules/vitest/vitest.mjs",
  "run",
  `--project=${project}`,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
];

const parts: readonly Part[] = [
  { name: "check", command: (report) => ["scripts/check.ts", "--report", report], counts: fromCounts },
  { name: "unit", command: vitest("unit"), counts: fromVitest },
  { name: "db", command: vitest("db"), counts: fromVitest },
  { name: "crash", command: vitest("crash"), counts: fromVitest },
  {
    name: "browser",
    command: () => ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    counts: fromPlaywright,
  },
];

/** The settings of whoever runs the tests are not the tests' settings. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => name.startsWith("FABULA_TEST_") || !/^(FABULA_|DATABASE_|NEXTAUTH_|NODE_ENV$|PORT$|HOST$)/.test(name),
  );
  return Object.fromEntries(plain) as NodeJS.ProcessEnv;
}

let current: ChildProcess | null = null;
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interrupted = true;
    current?.kill("SIGTERM");
  });
}

async function runPart(part: Part, reports: string, cluster: string): Promise<Counts> {
  console.log(`\n── ${part.name} ${"─".repeat(Math.max(0, 60 - part.name.length))}`);
  const report = join(reports, `${part.name}.json`);
  const begun = performance.now();
  const code = await new Promise<number | null>((resolve) => {
    current = spawn(process.execPath, part.command(report), {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...plainEnvironment(), ...part.environment?.(report), FABULA_TEST_CLUSTER: cluster },
    });
    current.on("error", () => resolve(null));
    current.on("exit", resolve);
  });
  let counts: Counts | null = null;
  try {
    counts = part.counts(readFileSync(report, "utf8"));
  } catch {
    // A part without a report has failed, which is judged below.
  }
  const judged = judge(part.name, counts, code);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  console.log(`${part.name}: ${summaryLine([judged])} (${seconds} s)`);
  return judged;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. The parts are ${parts.map((part) => part.name).join(", ")}.`);
  process.exit(1);
}
const chosen = parts.filter((part) => wanted.length === 0 || wanted.includes(part.name));
const reports = mkdtempSync(join(tmpdir(), "fabula-reports-"));
const given = process.env.FABULA_TEST_CLUSTER;
const cluster = given === undefined ? await startThrowaway() : null;
const results: Counts[] = [];
try {
  for (const part of chosen) {
    if (!interrupted) results.push(await runPart(part, reports, cluster?.adminUrl ?? given ?? ""));
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
// Whoever reads only the end of the output still learns what failed.
for (const [n, failure] of results.flatMap(({ failures }) => failures).entries()) {
  console.log(`${n === 0 ? "\n" : ""}FAILED ${failure.replaceAll(join(root, sep), "")}`);
}
console.log(`\n${summaryLine(results)}`);
