import { readFileSync, writeFileSync } from "node:fs";
import { JsonReporter, type TestModule, type Vitest } from "vitest/node";

type UnhandledErrors = Parameters<NonNullable<import("vitest/node").Reporter["onTestRunEnd"]>>[1];

/**
 * Writes the JSON report of vitest, and into it what no test waited for: such an error fails a run in which every test passed,
 * and the report as it comes does not know of it.
 */
export default class VitestReport extends JsonReporter {
  private file = "";

  constructor() {
    super({});
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    const { outputFile } = vitest.config;
    this.file = typeof outputFile === "string" ? outputFile : (outputFile?.json ?? "");
  }

  override async onTestRunEnd(modules: readonly TestModule[], errors: UnhandledErrors = []): Promise<void> {
    await super.onTestRunEnd(modules);
    if (errors.length === 0 || this.file === "") return;
    const unhandled = errors.map(({ name, message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) => ({
      file: typeof file === "string" ? file : null,
      test: typeof test === "string" ? test : null,
      message: `${name ?? "Error"}: ${message}`,
      at: placeOf(stack),
    }));
    const report = JSON.parse(readFileSync(this.file, "utf8")) as object;
    writeFileSync(this.file, JSON.stringify({ ...report, unhandled }));
  }
}

/** The innermost line of a stack that is ours, which tells more than the driver's or Node's; null when there is none. */
function placeOf(stack: string | undefined): string | null {
  const lines = (stack ?? "").split("\n").slice(1);
  const own = lines.find((line) => !line.includes("node_modules") && !line.includes("node:"));
  return (own ?? lines[0])?.trim() ?? null;
}
