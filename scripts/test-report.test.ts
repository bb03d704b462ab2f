import { describe, expect, it } from "vitest";
import { fromPlaywright, fromVitest, judge, summaryLine } from "./test-report.ts";

const vitest = {
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numFailedTestSuites: 0,
  numPendingTests: 1,
  numTodoTests: 1,
};
const playwright = { errors: [], stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 2 } };

describe("the summary", () => {
  it("is one plain line", () => {
    expect(
      summaryLine([
        { passed: 100, failed: 0, skipped: 0 },
        { passed: 23, failed: 0, skipped: 0 },
      ]),
    ).toBe("123 passed, 0 failed");
    expect(summaryLine([{ passed: 1, failed: 2, skipped: 4 }])).toBe("1 passed, 2 failed, 4 skipped");
  });

  it("counts what the reports say", () => {
    expect(fromVitest(JSON.stringify(vitest))).toEqual({ passed: 5, failed: 0, skipped: 2 });
    expect(fromPlaywright(JSON.stringify(playwright))).toEqual({ passed: 4, failed: 0, skipped: 2 });
  });

  it("counts a file that could not be loaded", () => {
    expect(fromVitest(JSON.stringify({ ...vitest, numFailedTestSuites: 2 })).failed).toBe(2);
    expect(fromPlaywright(JSON.stringify({ ...playwright, errors: [{}] })).failed).toBe(1);
  });

  it("never lets a part that ended badly pass", () => {
    expect(judge(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(judge({ passed: 9, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 9, failed: 1, skipped: 0 });
    expect(judge({ passed: 9, failed: 3, skipped: 0 }, null).failed).toBe(3);
    expect(judge({ passed: 9, failed: 0, skipped: 0 }, 0).failed).toBe(0);
  });
});
