import { stripVTControlCharacters } from "node:util";

/** How many tests of a part did what, and what the failed ones are called. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The name of each test that failed, and the first line of why. */
  failures: readonly string[];
}

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
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** One line about a failure; the whole of it was printed where it happened. */
function line(name: string, why: string | undefined): string {
  const first = stripVTControlCharacters(why ?? "").split("\n", 1)[0] ?? "";
  return first === "" ? name : `${name}: ${first}`;
}

/** Counts of a vitest JSON report. A file that could not even be loaded is a failure, though none of its tests ran. */
export function fromVitest(text: string): Counts {
  const report = JSON.parse(text) as VitestReport;
  const broken = report.numFailedTests === 0 && report.numFailedTestSuites > 0 ? report.numFailedTestSuites : 0;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults
      .filter(({ status }) => status === "failed")
      .flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === "failed");
        if (failed.length === 0) return [line(name, message)];
        return failed.map(({ fullName, failureMessages }) => line(`${name} > ${fullName}`, failureMessages?.[0]));
      }),
  };
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, line: at, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => line(`${file}:${at} > ${title}`, results.at(-1)?.error?.message)),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** Counts of a Playwright JSON report. What passed only at the second try has passed. */
export function fromPlaywright(text: string): Counts {
  const report = JSON.parse(text) as PlaywrightReport;
  const { stats, errors } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    failures: [...failedSpecs(report), ...errors.map(({ message }) => line("outside any story", message))],
  };
}

/** Counts as our own scripts write them. */
export function fromCounts(text: string): Counts {
  const { passed, failed, skipped, failures } = JSON.parse(text) as Counts;
  return { passed, failed, skipped, failures };
}

/** A part that ended badly has failed, whatever its report says or when it left none. */
export function judge(part: string, counts: Counts | null, exitCode: number | null): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
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
