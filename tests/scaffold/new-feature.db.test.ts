import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_FULL } from "#test-size";
import { exampleFiles, OWN_PREFIXES, ROOT } from "./example-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "fabula-feature-"));
const run = promisify(execFile);

/** Files that a feature needs to be generated, checked and tested. */
const NEEDED = [
  ".dependency-cruiser.cjs",
  "app",
  "biome.json",
  "components",
  "domain",
  "drizzle",
  "drizzle.config.ts",
  "e2e",
  "package.json",
  "packages",
  "scripts",
  "server",
  "test-size.ts",
  "tests",
  "tsconfig.json",
  "vitest.config.ts",
];

/** Files that its pages need in addition. */
const BUILT = ["docs", "next.config.ts", "playwright.config.ts", "postcss.config.mjs", "proxy.ts"];

async function inCopy(script: string, ...args: string[]): Promise<string> {
  // The inner runner must not take itself for a worker of the outer one.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const options = { cwd: copy, env: Object.fromEntries(outer) as NodeJS.ProcessEnv, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await run(process.execPath, [script, ...args], options);
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  }
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(copy, path), "utf8");
  expect(text, path).toContain(from);
  writeFileSync(join(copy, path), text.replace(from, to));
}

beforeAll(async () => {
  for (const name of NEEDED) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  await inCopy("scripts/new-feature.ts", "lore-entry");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("a feature that was generated", () => {
  test("is among the areas, and has a migration", async () => {
    expect(readFileSync(join(copy, "server/operations.ts"), "utf8")).toContain("  loreEntries,");
    const journal = JSON.parse(readFileSync(join(copy, "drizzle/migrations/meta/_journal.json"), "utf8"));
    expect(journal.entries.at(-1).tag).toContain("lore_entries");
  });

  test("passes lint and the dependency rules as it stands", async () => {
    await inCopy(
      "node_modules/@biomejs/biome/bin/biome",
      "check",
      "--vcs-enabled=false",
      "server/features/lore-entries",
      "drizzle/schema",
      "tests/lore-entries.db.test.ts",
      "app/(studio)/(signed-in)/projects/[project_id]/lore-entries",
      "components/frame/areas",
      "components/screens/lore-entries",
      "components/screens/states.test.tsx",
      "e2e",
      "scripts",
    );
    await inCopy(
      "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
      "server/features/lore-entries",
      "server/operations.ts",
      "components/screens/lore-entries",
    );
  });

  test("has a page with a tab, a story, and a place among the screens that are looked at in every state", () => {
    expect(readFileSync(join(copy, "components/frame/areas/areas.ts"), "utf8")).toContain('path: "lore-entries"');
    expect(readFileSync(join(copy, "e2e/screens.ts"), "utf8")).toContain('name: "lore-entries"');
  });

  // The compiler and the inner runs read the whole product once more.
  test.runIf(IS_FULL)(
    "has a page whose types and components hold",
    async () => {
      await inCopy("scripts/studio-data.ts");
      const name = "tsconfig.screen.json";
      const include = ["app/**/lore-entries/*.tsx", "components/screens/lore-entries/*"];
      writeFileSync(join(copy, name), JSON.stringify({ extends: "./tsconfig.json", include }));
      await inCopy("node_modules/typescript-native/bin/tsc", "--project", name, "--incremental", "false");
      await inCopy(
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project=unit",
        "--project=components",
        "scripts/studio-data",
        "components/frame/resource",
        "components/screens/states",
        "scripts/changed-stories",
      );
    },
    480_000,
  );

  test.runIf(IS_FULL)(
    "passes its own tests, the registry loop, reads at a sequence, diff and replay",
    async () => {
      const report = join(copy, "report.json");
      await inCopy(
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project=db",
        "--reporter=json",
        `--outputFile=${report}`,
        "--testNamePattern=loreEntries|^a lore entry is created|^a name that is missing",
        "tests/contract/registry",
        "tests/lore-entries",
      );
      const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
      expect(numFailedTests).toBe(0);
      expect(numPassedTests).toBeGreaterThan(60);
      const own = testResults.find(({ name }: { name: string }) => name.includes("lore-entries"));
      expect(own.assertionResults.map(({ status }: { status: string }) => status)).toEqual(["passed", "passed"]);
    },
    240_000,
  );

  test.runIf(IS_FULL)(
    "can be edited by hand into the example of an area, whose types hold and whose test passes",
    async () => {
      // Its migration is made of the fields that are edited, as nobody has applied the one that was generated.
      const [migrations, earlier] = [join(copy, "drizzle/migrations"), join(copy, "earlier-migrations")];
      cpSync(migrations, earlier, { recursive: true });
      await inCopy("scripts/new-feature.ts", "rumour", "--prefix", OWN_PREFIXES.rumour);
      cpSync(ROOT, copy, { recursive: true });
      rmSync(migrations, { recursive: true });
      renameSync(earlier, migrations);
      edit("server/operations.ts", "{ rumours }", "{ rumours, tellings }");
      edit("server/operations.ts", "\n  rumours,", "\n  rumours,\n  tellings,");
      edit("server/kernel/ids.ts", "\n} as const", `\n  telling: "${OWN_PREFIXES.telling}",\n} as const`);
      await inCopy("node_modules/drizzle-kit/bin.cjs", "generate", "--name", "rumours");
      await inCopy("scripts/studio-data.ts");
      const name = "tsconfig.example.json";
      const include = Object.keys(exampleFiles()).filter((path) => !path.endsWith(".md"));
      writeFileSync(join(copy, name), JSON.stringify({ extends: "./tsconfig.json", include }));
      await inCopy("node_modules/typescript-native/bin/tsc", "--project", name, "--incremental", "false");
      await inCopy("node_modules/vitest/vitest.mjs", "run", "--project=db", "tests/rumours");
    },
    480_000,
  );

  test.runIf(IS_FULL)(
    "has a screen that passes the look at every state, with axe, as it stands",
    async () => {
      // The pages are built in the copy, and a builder follows no link out of it: hard links where they can be, else copies.
      const [from, to] = [join(root, "node_modules"), join(copy, "node_modules")];
      rmSync(to);
      await run("cp", ["-al", from, to]).catch(async () => {
        rmSync(to, { recursive: true, force: true });
        await run("cp", ["-a", from, to]);
      });
      for (const name of BUILT) cpSync(join(root, name), join(copy, name), { recursive: true });
      await inCopy("scripts/build.ts");
      const stories = ["e2e/studio/screens.spec.ts", "--grep=lore.entr"];
      const told = await inCopy("node_modules/@playwright/test/cli.js", "test", ...stories);
      expect(told).toMatch(/[1-9]\d* passed/);
      expect(told).not.toMatch(/failed|flaky|did not run/);
    },
    1_800_000,
  );
});

test("a name that is none, or a prefix that is taken, is refused in a sentence", async () => {
  await expect(inCopy("scripts/new-feature.ts", "Lore Entry")).rejects.toThrow("write it in lower case with dashes");
  await expect(inCopy("scripts/new-feature.ts", "entity-note", "--prefix", "ent")).rejects.toThrow(
    'The id prefix "ent" is taken',
  );
});
