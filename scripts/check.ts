// `npm run check`: everything that can be said about the sources without running them.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One check a line: its name, the program (inside node_modules unless it is a script of ours), and its arguments. */
const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  // Four checkers, the default, each work out what all of them need: 84 processor seconds and 4.5 GB for 38 and 2.7.
  ["types", "typescript-native/bin/tsc", "--noEmit", "--incremental", "false", "--checkers", "1", "-p", "."],
  ["lint and format", "@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  [
    "dependency rules",
    "dependency-cruiser/bin/dependency-cruiser.mjs",
    ...[
      "--config",
      ".dependency-cruiser.cjs",
      "app",
      "components",
      "domain",
      "drizzle",
      "e2e",
      "scripts",
      "server",
      "tests",
    ],
  ],
  ["tables of features", "scripts/table-owners.ts"],
  ["wording of comments", "scripts/comment-wording.ts"],
  ["nothing unused", "knip/bin/knip.js", "--no-config-hints"],
];

function run(program: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const path = program.startsWith("scripts/") ? join(root, program) : join(root, "node_modules", program);
    const child = spawn(process.execPath, [path, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

const failures: string[] = [];
for (const [name, program, ...args] of checks) {
  const begun = performance.now();
  const { code, output } = await run(program, args);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  if (code !== 0) {
    failures.push(`check > ${name}`);
    process.stdout.write(output);
  }
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
}
const report = process.argv.indexOf("--report");
const reportFile = report === -1 ? undefined : process.argv[report + 1];
const failed = failures.length;
if (reportFile !== undefined)
  writeFileSync(reportFile, JSON.stringify({ passed: checks.length - failed, failed, skipped: 0, failures }));
process.exitCode = failed === 0 ? 0 : 1;
