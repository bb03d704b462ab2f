import { describe, expect, it } from "vitest";
import {
  fromPlaywright,
  fromVitest,
  judge,
  NONE,
  overBudget,
  slowestLines,
  summaryLine,
  timeLines,
} from "./test-report.ts";

const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numFailedTestSuites: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [],
};
const playwright = { errors: [], stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 2 } };

describe("the summary", () => {
  it("is one plain line", () => {
    expect(
      summaryLine([
        { ...NONE, passed: 100 },
        { ...NONE, passed: 23 },
      ]),
    ).toBe("123 passed, 0 failed");
    expect(summaryLine([{ ...NONE, passed: 1, failed: 2, skipped: 4 }])).toBe("1 passed, 2 failed, 4 skipped");
  });

  it("counts what the reports say", () => {
    expect(fromVitest(JSON.stringify(vitest))).toEqual({ ...NONE, passed: 5, skipped: 2 });
    expect(fromPlaywright(JSON.stringify(playwright))).toEqual({ ...NONE, passed: 3, skipped: 2 });
  });

  it("counts a file that could not be loaded", () => {
    expect(fromVitest(JSON.stringify({ ...vitest, numFailedTestSuites: 2 })).failed).toBe(2);
    expect(fromPlaywright(JSON.stringify({ ...playwright, errors: [{}] })).failed).toBe(1);
  });

  it("counts an error that no test waited for, and tells where it arose", () => {
    const unhandled = [
      { file: "tests/a.test.ts", test: "adds", message: "Error: gone\nmore", at: "at add (server/add.ts:3:1)" },
      { file: null, test: null, message: "Error: lost", at: null },
    ];
    const counts = fromVitest(JSON.stringify({ ...vitest, unhandled }));
    expect(counts.failed).toBe(2);
    expect(counts.failures).toEqual([
      "while running tests/a.test.ts > adds: Error: gone · more (at add (server/add.ts:3:1))",
      "while running the tests: Error: lost",
    ]);
  });

  it("names what failed and the group it stands in, with the first lines of why", () => {
    const failed = {
      ...vitest,
      numFailedTests: 1,
      testResults: [
        { name: "/here/a.test.ts", status: "passed", message: "", assertionResults: [] },
        {
          name: "/here/b.test.ts",
          status: "failed",
          message: "",
          assertionResults: [
            { fullName: "adds", status: "passed", failureMessages: [] },
            { fullName: "takes away", status: "failed", failureMessages: ["Error: 1 is not 2\n    at b.test.ts:3"] },
          ],
        },
        { name: "/here/c.test.ts", status: "failed", message: "Cannot find it\nhere", assertionResults: [] },
      ],
    };
    expect(fromVitest(JSON.stringify(failed)).failures).toEqual([
      "/here/b.test.ts > takes away: Error: 1 is not 2",
      "/here/c.test.ts: Cannot find it · here",
    ]);
    const spec = (title: string, status: string, message?: string) => ({
      file: "studio/a.spec.ts",
      line: 7,
      title,
      tests: [{ status, results: [{ error: { message: "first try" } }, { error: { message } }] }],
    });
    const stories = {
      ...playwright,
      stats: { ...playwright.stats, unexpected: 1 },
      suites: [
        {
          title: "studio/a.spec.ts",
          specs: [spec("opens", "expected")],
          suites: [
            {
              title: "home",
              specs: [
                spec("writes", "unexpected", "\u001b[31mnot saved\u001b[39m\n\nLocator: row\nCall log:\n  - waited"),
              ],
            },
          ],
        },
      ],
    };
    expect(fromPlaywright(JSON.stringify(stories)).failures).toEqual([
      "studio/a.spec.ts:7 > home > writes: not saved · Locator: row",
    ]);
  });

  it("counts what passed only at the second try as failed, and says why it failed at first", () => {
    const flaky = {
      errors: [],
      stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 },
      specs: [
        {
          file: "studio/a.spec.ts",
          line: 7,
          title: "saves",
          tests: [
            { status: "flaky", results: [{ duration: 900, error: { message: "not saved" } }, { duration: 600 }] },
          ],
        },
      ],
    };
    expect(fromPlaywright(JSON.stringify(flaky))).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
      failures: ["studio/a.spec.ts:7 > saves: passed only when it was tried again; at first: not saved"],
      timed: [{ name: "studio/a.spec.ts:7 > saves", ms: 1_500 }],
    });
  });

  it("names the slowest tests of all parts", () => {
    const timed = (name: string, ms: number) => ({ name, ms });
    const parts = [
      { ...NONE, timed: [timed("b.test.ts > quick", 20), timed("b.test.ts > slow", 12_340)] },
      { ...NONE, timed: [timed("a.spec.ts:7 > slower", 98_760)] },
    ];
    expect(slowestLines(parts, 2)).toEqual(["  98.8 s  a.spec.ts:7 > slower", "  12.3 s  b.test.ts > slow"]);
  });

  it("never lets a part that ended badly pass", () => {
    expect(judge("db", null, 0)).toEqual({ ...NONE, failed: 1, failures: ["db ended with 0 and left no report"] });
    expect(judge("db", { ...NONE, passed: 9 }, 1)).toEqual({
      ...NONE,
      passed: 9,
      failed: 1,
      failures: ["db ended with 1 though no test of it failed"],
    });
    expect(judge("db", { ...NONE, passed: 9, failed: 3 }, null).failed).toBe(3);
    expect(judge("db", { ...NONE, passed: 9 }, 0).failed).toBe(0);
  });
});

describe("time", () => {
  const db = { name: "db", wall: 245.4, processor: 480, slowness: 1, budget: 480 };

  it("fails a part that took more than twice its budget of the processor, whatever the wall clock says", () => {
    expect(overBudget(db)).toBeNull();
    expect(overBudget({ ...db, processor: 960, wall: 9_000 })).toBeNull();
    expect(overBudget({ ...db, processor: 961 })).toMatch(
      /^db took 961 s of the processor at its usual speed, more than 2 times the 480 s/,
    );
    expect(overBudget({ ...db, processor: 9_000, budget: null })).toBeNull();
    expect(overBudget({ ...db, processor: null })).toBeNull();
  });

  it("allows for a slower processor, and asks no more of a faster one", () => {
    expect(overBudget({ ...db, processor: 1_920, slowness: 2 })).toBeNull();
    expect(overBudget({ ...db, processor: 1_922, slowness: 2 })).toMatch(/^db took 961 s/);
    expect(overBudget({ ...db, processor: 960, slowness: 0.5 })).toBeNull();
    expect(overBudget({ ...db, processor: 961, slowness: null })).not.toBeNull();
  });

  it("is a table of the parts and of all of them", () => {
    const crash = { ...db, name: "crash", processor: 99.6, slowness: 2, wall: 60, budget: 120 };
    expect(timeLines([db, crash], 310.2)).toEqual([
      "          processor   slowness      usual       wall     budget",
      "db            480 s       1.00      480 s      245 s      480 s",
      "crash         100 s       2.00       50 s       60 s      120 s",
      "all           580 s                 530 s      310 s      600 s",
    ]);
    const unknown = timeLines([db, { ...crash, processor: null, slowness: null, budget: null }], 310.2);
    expect(unknown.at(-1)).toBe("all               –                     –      310 s          –");
  });
});
