import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { IS_FULL, rounds, TEST_SEED } from "#test-size";

const outside = ["node_modules/**", "tests/scaffold/example/**", ".tmp/**", ".builds/**", ".data/**", ".next*/**"];

/** Tests that need a database share one cluster; each file makes a database of its own in it. */
const withDatabase = {
  globalSetup: ["tests/global-setup.ts"],
  exclude: outside,
  // Some take half a minute of an idle machine in the gate, and two in the full run; a hang is still found on a busy one.
  testTimeout: rounds({ gate: 180_000, full: 900_000 }),
  hookTimeout: 180_000,
};

/** Our sources get the copy of `graphql` that Node gives to the packages beside it: a schema of one copy is none to the other. */
const graphql = fileURLToPath(import.meta.resolve("graphql"));

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    env: { FABULA_ENV: "test" },
    // As `npm start` runs it: `__proto__` is a name like any other.
    execArgv: ["--disable-proto=delete"],
    setupFiles: ["tests/seed.setup.ts"],
    // Loading the sources anew for each file takes longer than most files run. No file may leave a mark on the next: what it
    // replaces it puts back, and nothing of ours keeps state in a module.
    isolate: false,
    // The usual second is too short on a busy machine; the limit of the test is what ends a wait for something that never comes.
    expect: { poll: { timeout: 50_000 } },
    // Files that leave a mark are found by running in another order each time.
    ...(IS_FULL && { sequence: { shuffle: { files: true }, seed: TEST_SEED } }),
    // By default a core is left to whoever watches. Tests that ask a database wait for it half of the time.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,components,domain,drizzle,scripts,server}/**/*.test.ts"],
          exclude: outside,
          // Some start programs of others; those had 60 s of a machine that gave them a twentieth of a core, and needed three seconds.
          // At full size 500 random stories of ink are walked in 430 s of a busy one.
          testTimeout: rounds({ gate: 180_000, full: 900_000 }),
        },
      },
      {
        extends: true,
        // Components in a document without a layout: what needs widths, real keys or a server is a story in a browser.
        test: {
          name: "components",
          include: ["components/**/*.test.tsx"],
          exclude: outside,
          environment: "happy-dom",
          setupFiles: ["components/component.setup.ts"],
          testTimeout: 180_000,
        },
      },
      { extends: true, test: { name: "db", include: ["tests/**/*.{db,api}.test.ts"], ...withDatabase } },
      {
        extends: true,
        // Crash tests load both cores and end processes: one after the other.
        test: {
          name: "crash",
          include: ["tests/**/*.crash.test.ts"],
          ...withDatabase,
          fileParallelism: false,
          testTimeout: rounds({ gate: 600_000, full: 1_800_000 }),
        },
      },
      {
        extends: true,
        // Run by `npm run test:citus`, which names the database.
        test: { name: "citus", include: ["tests/**/*.citus.test.ts"], exclude: outside, testTimeout: 120_000 },
      },
    ],
  },
});
