import { expect, test } from "vitest";
import { MIGRATIONS } from "./migrate.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/** The last migration from before indexes of existing tables were built concurrently. */
const LAST_OF_OLD = "0039_dialogue_ways";

/** Statements that build an index while the writers of a table wait, which a table that is new with them has none of. */
function blockingIndexes(statements: readonly string[]): string[] {
  const made = new Set(statements.flatMap((text) => /^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/.exec(text)?.[1] ?? []));
  return statements.filter((text) => {
    const table = /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON "(\w+)"/s.exec(text)?.[1];
    return table !== undefined && !made.has(table);
  });
}

const migrations = readMigrations(MIGRATIONS);
const fresh = migrations.slice(migrations.findIndex(({ tag }) => tag === LAST_OF_OLD) + 1);

test.each(fresh.map((migration): [string, Migration] => [migration.tag, migration]))(
  "%s builds indexes of existing tables with `.concurrently()`",
  (_, { statements }) => {
    expect(blockingIndexes(statements)).toEqual([]);
  },
);

test("a plain index is refused on an existing table, and none on a new one", () => {
  const table = 'CREATE TABLE "cards" ("id" text)';
  const plain = 'CREATE INDEX "cards_id" ON "cards" USING btree ("id")';
  const unique = 'CREATE UNIQUE INDEX "cards_key" ON "cards" USING btree ("id")';
  const concurrent = 'CREATE INDEX CONCURRENTLY "cards_two" ON "cards" USING btree ("id")';
  expect(blockingIndexes([plain, unique, concurrent])).toEqual([plain, unique]);
  expect(blockingIndexes([table, plain, unique])).toEqual([]);
});

test("migrations have each its own moment, in the order of the journal", () => {
  const moments = migrations.map(({ when }) => when);
  expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b));
});
