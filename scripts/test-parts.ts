import { type Counts, fromCounts, fromPlaywright, fromVitest } from "./test-report.ts";

/** A part of the tests: one process with a report of its own. */
export interface Part {
  readonly name: string;
  /** The command after `node`, with the file that its report goes to. */
  command(report: string): string[];
  /** Reads the report; a part without one counts nothing, and fails only by its exit code. */
  readonly counts: ((report: string) => Counts) | null;
  environment?(report: string): Record<string, string>;
  /** Processor seconds it may take in the gate on an idle machine, with its share of the PostgreSQL that all parts use. */
  readonly budget: number;
  /** Whether it uses that PostgreSQL: one such part runs at a time. */
  readonly usesDatabase: boolean;
}

/**
 * Processor seconds of each part, at the usual speed of yardstick.ts: 31 minutes in all. What repeats a promise takes its counts from
 * `rounds` (test-size.ts), so that it is the full run that grows.
 */
const BUDGETS = { build: 80, check: 100, unit: 180, db: 710, crash: 85, browser: 705 };

/** A part that runs a project of vitest.config.ts, or several in one process. */
const vitest = (name: "unit" | "db" | "crash", projects: readonly [string, ...string[]], ...more: string[]): Part => ({
  name,
  budget: BUDGETS[name],
  usesDatabase: name !== "unit",
  command: (report: string) => [
    ...["node_modules/vitest/vitest.mjs", "run", "--allowOnly=false"],
    ...projects.map((project) => `--project=${project}`),
    ...more,
    ...["--reporter=default", "--reporter=./scripts/vitest-report.ts", `--outputFile.json=${report}`],
  ],
  counts: fromVitest,
});

/** Tests without a database: of modules, and of components in a document. */
const UNIT = ["unit", "components"] as const;

const browser = (...more: string[]): Part => ({
  name: "browser",
  command: () => ["node_modules/@playwright/test/cli.js", "test", "--forbid-only", "--reporter=list,json", ...more],
  environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
  counts: fromPlaywright,
  budget: BUDGETS.browser,
  usesDatabase: true,
});

/** Build of the pages for the specifications of the Next mount and the browser stories: made once, ahead of both. */
const build: Part = {
  name: "build",
  command: () => ["scripts/build.ts"],
  counts: null,
  budget: BUDGETS.build,
  usesDatabase: false,
};

const check: Part = {
  name: "check",
  command: (report) => ["scripts/check.ts", "--report", report],
  counts: fromCounts,
  budget: BUDGETS.check,
  usesDatabase: false,
};

/**
 * Parts in waves: parts of a wave run side by side. The first wave keeps two cores busy with single-threaded work; the
 * others use both by themselves, and would only delay each other.
 */
export const WAVES: readonly (readonly Part[])[] = [
  [build, check, vitest("unit", UNIT)],
  [vitest("db", ["db"])],
  [vitest("crash", ["crash"])],
  [browser()],
];

/** Names that can be asked for on the command line. */
export const PART_NAMES: readonly string[] = WAVES.flat().flatMap(({ name, counts }) =>
  counts === null ? [] : [name],
);

/** Returns the parts that the wanted ones need, in waves. */
export function wavesOf(wanted: readonly string[]): Part[][] {
  const names = new Set(wanted.length === 0 ? PART_NAMES : wanted);
  if (names.has("db") || names.has("browser")) names.add(build.name);
  return WAVES.map((wave) => wave.filter(({ name }) => names.has(name))).filter((wave) => wave.length > 0);
}

/** The checks, the tests that load something changed since a commit, and these stories. */
export function wavesSince(base: string, stories: readonly string[]): Part[][] {
  // Nothing that changed may be loaded by any test of a project: that is no mistake here, and nowhere else.
  const changed = ["--changed", base, "--passWithNoTests"];
  const last = stories.length === 0 ? [] : [[browser(...stories)]];
  return [[build, check, vitest("unit", UNIT, ...changed)], [vitest("db", ["db"], ...changed)], ...last];
}
