// `npm run test:crash`: the crash tests, with as many kills as make a rare loss likely to show.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const rounds = process.env.FABULA_CRASH_ROUNDS ?? "20";
const child = spawn(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project=crash", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FABULA_CRASH_ROUNDS: rounds },
  },
);
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
