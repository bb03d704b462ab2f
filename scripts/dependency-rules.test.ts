import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const tree = mkdtempSync(join(tmpdir(), "fabula-rules-"));
const rules: { name: string; comment?: string }[] = createRequire(import.meta.url)(
  join(root, ".dependency-cruiser.cjs"),
).forbidden;

/** A small project in which each rule is broken exactly where its name says. */
const BROKEN: Record<string, string> = {
  "domain/impure.ts": 'import "node:fs";',
  "drizzle/schema/curious.ts": 'import "../../domain/impure.ts";',
  "server/kernel/outward.ts": 'import "../record/store.ts";',
  "server/record/store.ts": 'import "../operation/run.ts";',
  "server/operation/run.ts": 'import "../config.ts";',
  "server/config.ts": "export {};",
  "server/features/one/inside.ts": 'import "../two/inside.ts";',
  "server/features/one/public.ts": "export {};",
  "server/features/one/page.ts": 'import "../../http/app.ts";',
  "server/features/two/inside.ts": 'import "../one/public.ts";',
  "server/http/app.ts": 'import "./respond.ts";',
  "server/http/respond.ts": 'import "./app.ts";',
  "server/http/vendor.ts": 'import "openai";',
  "components/card.tsx": 'import "../server/http/app.ts";',
  "node_modules/openai/index.js": "export {};",
  "node_modules/openai/package.json":
    '{"name": "openai", "version": "1.0.0", "type": "module", "exports": "./index.js"}',
};

beforeAll(() => {
  for (const [path, content] of Object.entries(BROKEN)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `${content}\n`);
  }
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json"]) copyFileSync(join(root, name), join(tree, name));
  // The cruiser reads TypeScript with the compiler it finds beside the sources.
  symlinkSync(join(root, "node_modules/typescript"), join(tree, "node_modules/typescript"));
  writeFileSync(
    join(tree, "package.json"),
    '{"name": "broken", "type": "module", "dependencies": {"openai": "1.0.0"}}',
  );
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("every dependency rule fires where it is broken, and explains itself", async () => {
  const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const folders = ["domain", "drizzle", "server", "components"];
  const { stdout } = await promisify(execFile)(process.execPath, [cruiser, "--output-type", "json", ...folders], {
    cwd: tree,
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const violations: { rule: { name: string } }[] = JSON.parse(stdout).summary.violations;
  const fired = new Set(violations.map(({ rule }) => rule.name));
  expect([...fired].sort()).toEqual(rules.map(({ name }) => name).sort());
  for (const rule of rules) expect(rule.comment?.length ?? 0, rule.name).toBeGreaterThan(60);
});
