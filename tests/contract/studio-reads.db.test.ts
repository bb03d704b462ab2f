import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listKeyedOperations } from "#server/operations.ts";
import { NOT_IN_TIME } from "./studio-reads.ts";

/**
 * Pattern of the reads in the studio's code: `client.dialogues.list.query(…)`, `useApi().entities.get.queryOptions(…)`.
 */
const ASKED = /\.(\w+)\.(\w+)\.(?:query|queryOptions|infiniteQueryOptions)\(/g;

const projectReads = new Map<string, { readonly timeTravel: boolean }>(
  listKeyedOperations().flatMap(({ area, name, operation }) =>
    operation.kind === "project-read" ? [[`${area}.${name}`, operation] as const] : [],
  ),
);
const asked = new Set(
  globSync("components/**/*.{ts,tsx}")
    .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(ASKED)].map(([, area, name]) => `${area}.${name}`))
    .filter((name) => projectReads.has(name)),
);

// That each of them answers as it was at its sequence is shown of every read by the registry's own loop.
test("every read of a project that the studio makes can be asked at a sequence, or there is a reason", () => {
  expect(asked.size).toBeGreaterThan(25);
  const without = [...asked].filter((name) => projectReads.get(name)?.timeTravel !== true);
  expect(without.filter((name) => !(name in NOT_IN_TIME))).toEqual([]);
});

test("what is asked without a sequence while looking back is asked by the studio, and has its reason", () => {
  for (const [name, reason] of Object.entries(NOT_IN_TIME)) {
    expect([...asked], name).toContain(name);
    expect(reason.length, name).toBeGreaterThan(20);
  }
});
