import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TABLES } from "#drizzle/tables.ts";
import { type Connection, connect } from "#server/postgres/connection.ts";
import { declaredTables } from "#server/postgres/distribution.ts";
import { PROJECT_TABLES } from "#server/record/backup/tables.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { INTERVAL_TABLES } from "./as-of.ts";

const MIGRATIONS = new URL("../../drizzle/migrations/", import.meta.url);

/** The schema's statements, in order. */
function statements(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, MIGRATIONS), "utf8").split("--> statement-breakpoint"))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/**
 * The same statement with a table of projects' data distributed by `project_id`. Plain PostgreSQL builds and drops no index of
 * a partitioned table concurrently, which says nothing about its columns.
 */
function distributed(statement: string): string {
  if (/^(CREATE|DROP) /.test(statement) && statement.includes("INDEX CONCURRENTLY"))
    return statement.replace("INDEX CONCURRENTLY", "INDEX");
  const table = /^CREATE TABLE "(\w+)"/.exec(statement)?.[1];
  if (table === undefined || !/^\s*"project_id"/m.test(statement)) return statement;
  const body = statement.replace(/;\s*$/, "");
  return `${body} PARTITION BY HASH (project_id); CREATE TABLE "${table}_0" PARTITION OF "${table}" FOR VALUES WITH (MODULUS 1, REMAINDER 0)`;
}

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase({ template: null });
  connection = connect(database.url);
  await connection.unsafe("CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm");
});
afterAll(async () => {
  await connection.end({ timeout: 5 });
  await database.drop();
});

describe("the schema beyond one machine", () => {
  test("given every table of projects' data is partitioned by project_id, then PostgreSQL accepts every key", async () => {
    for (const statement of statements()) await connection.unsafe(distributed(statement));
    const partitioned = await connection<{ name: string }[]>`SELECT relname AS name FROM pg_class WHERE relkind = 'p'`;
    const names = partitioned.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["project_heads", "events", "idempotency_keys", ...INTERVAL_TABLES, ...PROJECT_TABLES]),
    );
  });

  test("given a key without project_id, then PostgreSQL refuses it: the guard can fail", async () => {
    await connection.unsafe(
      distributed('CREATE TABLE "good" (\n\t"project_id" text NOT NULL,\n\t"id" text NOT NULL\n);'),
    );
    const bad = [
      'CREATE UNIQUE INDEX "bad_index" ON "good" USING btree ("id");',
      'ALTER TABLE "good" ADD CONSTRAINT "bad_key" PRIMARY KEY ("id");',
    ];
    for (const statement of bad) await expect(connection.unsafe(statement)).rejects.toMatchObject({ code: "0A000" });
    const table = 'CREATE TABLE "bad" (\n\t"project_id" text NOT NULL,\n\t"id" text PRIMARY KEY NOT NULL\n);';
    await expect(connection.unsafe(distributed(table))).rejects.toMatchObject({ code: "0A000" });
  });

  test("project_id leads every key and index of projects' data", async () => {
    const indexes = await connection<{ table: string; index: string; first: string }[]>`
      SELECT t.relname AS "table", i.relname AS "index", pg_get_indexdef(x.indexrelid, 1, true) AS first
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'project_id' AND NOT a.attisdropped
      WHERE t.relkind = 'p' AND t.relname <> 'good'`;
    expect(indexes.length).toBeGreaterThan(30);
    // What is not a project's own: which projects a workspace has and a person may open, and what has become old, whosever it is.
    const others = indexes.filter(({ first }) => first !== "project_id").map(({ index }) => index);
    expect(others.filter((index) => !index.endsWith("_age"))).toEqual([
      "project_heads_workspace",
      "project_members_user",
    ]);
  });

  test("every table is declared, and distributed by project where a row has one", async () => {
    const tables = await connection<{ name: string; isOfProjects: boolean }[]>`
      SELECT t.relname AS name, a.attname IS NOT NULL AS "isOfProjects" FROM pg_class t
      LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'project_id' AND NOT a.attisdropped
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relname <> 'good'`;
    const byName = (all: readonly { name: string; isOfProjects: boolean }[]) =>
      all.map(({ name, isOfProjects }) => `${name} ${isOfProjects}`).sort();
    expect(byName(declaredTables(TABLES))).toEqual(byName(tables));
  });

  test("no triggers, no sequences across projects, no rules", async () => {
    const forbidden =
      /\b(CREATE\s+(OR\s+REPLACE\s+)?(CONSTRAINT\s+)?TRIGGER|CREATE\s+RULE|CREATE\s+SEQUENCE|SERIAL|GENERATED\s+\w+\s+AS\s+IDENTITY)\b/i;
    expect(statements().filter((statement) => forbidden.test(statement))).toEqual([]);
    const made = await connection`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`;
    expect(made).toHaveLength(0);
  });

  test("no table of projects' data refers to another by a foreign key", async () => {
    const keys = await connection<{ table: string }[]>`
      SELECT t.relname AS "table" FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE c.contype = 'f' AND t.relkind = 'p'`;
    expect(keys).toHaveLength(0);
  });
});
