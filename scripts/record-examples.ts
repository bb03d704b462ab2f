// `npm run record-examples`: the answers that the API reference shows, taken from the registry loop. `-- -t entities` records a part.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";

const root = dirname(import.meta.dirname);

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FABULA_RECORD_EXAMPLES: "1" },
  });
  if (status !== 0) process.exit(status ?? 1);
}

// One after the other: each writes what it recorded into the same file.
const LOOPS = ["tests/contract/registry.api.test.ts", "tests/contract/registry-public.api.test.ts"];
for (const loop of LOOPS) run("vitest/vitest.mjs", "run", "--project=db", loop, ...process.argv.slice(2));
run("@biomejs/biome/bin/biome", "format", "--write", "server/http/openapi/recorded-examples.json");
