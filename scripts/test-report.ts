import { stripVTControlCharacters } from "node:util";

/** A test and how long it took, in milliseconds. */
export interface TestTime {
  name: string;
  ms: number;
}

/** Counts of a part's tests by result, and the names of the failed ones. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The name of each test that failed, and the first lines of why. */
  failures: readonly string[];
  /** Every test that ran; empty where a part times none. */
  timed: readonly TestTime[];
}

/** The time that a part took, in seconds. */
export interface PartTime {
  readonly name: string;
  readonly wall: number;
  /** Processor seconds of all its processes, and of the databases they used; null where it cannot be measured. */
  readonly processor: number | null;
  /** Times that fixed work took longer beside it than it usually does; null where it was not measured. */
  readonly slowness: number | null;
  /** Processor seconds that it may take where fixed work takes as long as usual; null without a limit. */
  readonly budget: number | null;
}

/**
 * Excess over a budget that is no failure: other work beside the tests, and slower memory, cost them more than fixed work. Of two machines
 * one took 1,735 s of the processor for a run and the other 3,445, of which fixed work told 1.36 times; stories of browsers took 1.67.
 */
const TOLERANCE = 2;

/** Counts of a part that ran nothing. */
export const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], timed: [] };

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages: string[] | null;
    }[];
  }[];
  /** Errors that no test waited for; written by our own reporter. */
  unhandled?: { file: string | null; test: string | null; message: string; at: string | null }[];
}

type PlaywrightTests = { status: string; results: { duration?: number; error?: { message?: string } }[] }[];

interface PlaywrightSuite {
  /** Title: of a file its path, of a group its author's name for it. */
  title?: string;
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: PlaywrightTests;
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Number of lines shown of an error: the second names the locator that was looked for. */
const LINES_OF_AN_ERROR = 4;

/** One line about a failure, up to where its error quotes the code; the whole of it was printed where it happened. */
function line(name: string, why: string | undefined): string {
  const said = stripVTControlCharacters(why ?? "").split(/^(?:\s+at |Call log:|\s*>?\s*\d+ \|)/m, 1)[0] ?? "";
  const lines = said.split("\n").map((each) => each.trim());
  const told = lines.filter((each) => each !== "").slice(0, LINES_OF_AN_ERROR);
  return told.length === 0 ? name : `${name}: ${told.join(" · ")}`;
}

/** Counts of a vitest JSON report. A file that could not even be loaded is a failure, and so is an error that no test waited for. */
export function fromVitest(text: string): Counts {
  const report = JSON.parse(text) as VitestReport;
  const broken = report.numFailedTests === 0 && report.numFailedTestSuites > 0 ? report.numFailedTestSuites : 0;
  const unhandled = (report.unhandled ?? []).map(({ file, test, message, at }) => {
    const where = [file, test].filter((part) => part !== null).join(" > ");
    return `${line(`while running ${where === "" ? "the tests" : where}`, message)}${at === null ? "" : ` (${at})`}`;
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken + unhandled.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...report.testResults
        .filter(({ status }) => status === "failed")
        .flatMap(({ name, message, assertionResults }) => {
          const failed = assertionResults.filter(({ status }) => status === "failed");
          if (failed.length === 0) return [line(name, message)];
          return failed.map(({ fullName, failureMessages }) => line(`${name} > ${fullName}`, failureMessages?.[0]));
        }),
      ...unhandled,
    ],
    timed: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ name: `${name} > ${fullName}`, ms: duration ?? 0 })),
    ),
  };
}

/** Returns the full name of each story and its result at each try. */
function stories(
  { suites = [], specs = [] }: PlaywrightSuite,
  groups: readonly string[] = [],
): { name: string; tests: PlaywrightTests }[] {
  const own = specs.map(({ file, line: at, title, tests }) => ({
    name: [`${file}:${at}`, ...groups, title].join(" > "),
    tests,
  }));
  // A file stands in the place of its story already.
  const within = (suite: PlaywrightSuite): readonly string[] =>
    suite.title === undefined || /\.ts$/.test(suite.title) ? groups : [...groups, suite.title];
  return [...own, ...suites.flatMap((suite) => stories(suite, within(suite)))];
}

/** Counts of a Playwright JSON report. What passed only at the second try has failed: it will fail again. */
export function fromPlaywright(text: string): Counts {
  const report = JSON.parse(text) as PlaywrightReport;
  const { stats, errors } = report;
  const all = stories(report);
  const red = all.flatMap(({ name, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const tried = status === "flaky" ? "passed only when it was tried again; at first: " : "";
        const error = (status === "flaky" ? results[0] : results.at(-1))?.error?.message;
        return line(name, `${tried}${error ?? ""}`);
      }),
  );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.unexpected + stats.flaky === 0 ? errors.length : 0),
    skipped: stats.skipped,
    failures: [...red, ...errors.map(({ message }) => line("outside any story", message))],
    timed: all.map(({ name, tests }) => ({
      name,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + (duration ?? 0), 0),
    })),
  };
}

/** Counts as our own scripts write them. */
export function fromCounts(text: string): Counts {
  const { passed, failed, skipped, failures } = JSON.parse(text) as Counts;
  return { passed, failed, skipped, failures, timed: [] };
}

/** A part that ended badly has failed, whatever its report says or when it left none. */
export function judge(part: string, counts: Counts | null, exitCode: number | null): Counts {
  const known = counts ?? { ...NONE };
  if (counts !== null && (exitCode === 0 || known.failed > 0)) return known;
  const how = exitCode === null ? "was ended" : `ended with ${exitCode}`;
  const why = counts === null ? `${how} and left no report` : `${how} though no test of it failed`;
  return { ...known, failed: 1, failures: [...known.failures, `${part} ${why}`] };
}

/** The line that a run of all tests ends with. */
export function summaryLine(parts: readonly Counts[]): string {
  const sum = (count: (counts: Counts) => number) => parts.reduce((total, counts) => total + count(counts), 0);
  const skipped = sum((counts) => counts.skipped);
  const done = `${sum((counts) => counts.passed)} passed, ${sum((counts) => counts.failed)} failed`;
  return skipped === 0 ? done : `${done}, ${skipped} skipped`;
}

/** The tests that took longest, slowest first, a line each. */
export function slowestLines(parts: readonly Counts[], count: number): string[] {
  return parts
    .flatMap(({ timed }) => timed)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`);
}

/** Processor seconds as they would be at the usual speed. A faster processor is given no smaller budget. */
function usualSeconds({ processor, slowness }: Pick<PartTime, "processor" | "slowness">): number | null {
  return processor === null ? null : processor / Math.max(1, slowness ?? 1);
}

/** A part that took far more of the processor than it may, as a sentence; null for every other. */
export function overBudget({ name, processor, slowness, budget }: PartTime): string | null {
  const usual = usualSeconds({ processor, slowness });
  if (usual === null || budget === null || usual <= TOLERANCE * budget) return null;
  return (
    `${name} took ${usual.toFixed(0)} s of the processor at its usual speed, more than ${TOLERANCE} times the ${budget} s that ` +
    "scripts/test-parts.ts gives it: make what is slowest smaller, or repeat it in the full run only (test-size.ts)"
  );
}

const cell = (text: string) => text.padStart(11);
const seconds = (value: number | null) => cell(value === null ? "–" : `${value.toFixed(0)} s`);

/**
 * A table of what each part took, and of all of them: processor time, how slow the processor was and what that makes of it at
 * its usual speed. Processor time adds up, wall time is given for the whole.
 */
export function timeLines(parts: readonly PartTime[], wall: number): string[] {
  const sum = (of: (part: PartTime) => number | null) =>
    parts.reduce<number | null>((total, part) => {
      const value = of(part);
      return total === null || value === null ? null : total + value;
    }, 0);
  const line = (name: string, time: Omit<PartTime, "name" | "slowness">, slowness: string, usual: number | null) =>
    [
      name.padEnd(8),
      seconds(time.processor),
      cell(slowness),
      seconds(usual),
      seconds(time.wall),
      seconds(time.budget),
    ].join("");
  return [
    ["".padEnd(8), ...["processor", "slowness", "usual", "wall", "budget"].map(cell)].join(""),
    ...parts.map((part) => line(part.name, part, part.slowness?.toFixed(2) ?? "–", usualSeconds(part))),
    line(
      "all",
      { processor: sum(({ processor }) => processor), wall, budget: sum(({ budget }) => budget) },
      "",
      sum(usualSeconds),
    ),
  ];
}
