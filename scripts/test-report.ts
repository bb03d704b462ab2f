/** How many tests of a part did what. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightReport {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Counts of a vitest JSON report. A file that could not even be loaded is a failure, though none of its tests ran. */
export function fromVitest(text: string): Counts {
  const report = JSON.parse(text) as VitestReport;
  const broken = report.numFailedTests === 0 && report.numFailedTestSuites > 0 ? report.numFailedTestSuites : 0;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of a Playwright JSON report. What passed only at the second try has passed. */
export function fromPlaywright(text: string): Counts {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
  };
}

/** Counts as our own scripts write them. */
export function fromCounts(text: string): Counts {
  const { passed, failed, skipped } = JSON.parse(text) as Counts;
  return { passed, failed, skipped };
}

/** A part that ended badly has failed, whatever its report says or when it left none. */
export function judge(counts: Counts | null, exitCode: number | null): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const bad = counts === null || exitCode !== 0;
  return { ...known, failed: bad ? Math.max(1, known.failed) : known.failed };
}

/** The line that a run of all tests ends with. */
export function summaryLine(parts: readonly Counts[]): string {
  const sum = (count: (counts: Counts) => number) => parts.reduce((total, counts) => total + count(counts), 0);
  const skipped = sum((counts) => counts.skipped);
  const line = `${sum((counts) => counts.passed)} passed, ${sum((counts) => counts.failed)} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
