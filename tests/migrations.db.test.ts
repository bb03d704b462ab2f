import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alnumForm } from "#domain/search-form.ts";
import { MIGRATIONS, migrate } from "#drizzle/migrate.ts";
import { refoldSearchForms } from "#drizzle/refold-search-forms.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { type Connection, connect } from "#server/postgres/connection.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { openWorkbench } from "./record/workbench.ts";

let database: TestDatabase;
let admin: Connection;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ template: null });
  admin = connect(database.url);
  folder = mkdtempSync(join(tmpdir(), "fabula-migrations-"));
});
afterEach(async () => {
  await admin.end({ timeout: 5 });
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Writes a folder of migrations as drizzle-kit keeps them. */
function writeMigrations(...files: readonly (readonly string[])[]): void {
  mkdirSync(join(folder, "meta"), { recursive: true });
  const entries = files.map((statements, idx) => {
    writeFileSync(join(folder, `000${idx}_test.sql`), statements.join(";--> statement-breakpoint\n"));
    return { idx, when: idx + 1, tag: `000${idx}_test` };
  });
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify({ entries }));
}

const TABLE = ['CREATE TABLE "cards" ("id" integer PRIMARY KEY, "name" text)', `INSERT INTO "cards" VALUES (1, 'a')`];
const INDEX = ['CREATE INDEX CONCURRENTLY "cards_name" ON "cards" USING btree ("name")'];
const COLUMN = ['ALTER TABLE "cards" ADD COLUMN "more" text'];

const migrating = () => migrate(database.url, { folder });
const indexes = () => admin<{ oid: number; isValid: boolean }[]>`
  SELECT indexrelid::int AS oid, indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass('cards_name')`;
const noted = async () =>
  (await admin`SELECT created_at::int AS n FROM drizzle.__drizzle_migrations ORDER BY n`).map(({ n }) => Number(n));

/** Begins a transaction that has written to the table, for whose end the build of an index waits; returns how to end it. */
async function openWriter(id: number): Promise<() => Promise<void>> {
  const writer = connect(database.url);
  await writer.unsafe(`BEGIN; INSERT INTO cards VALUES (${id}, 'open')`);
  return async () => {
    await writer.unsafe("COMMIT");
    await writer.end({ timeout: 5 });
  };
}

/** Resolves with the process of the server that builds the index, once it waits for the open writer. */
function building(): Promise<number> {
  return vi.waitFor(
    async () => {
      const [found] = await admin<{ pid: number }[]>`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'`;
      if (found === undefined) throw new Error("no index is being built");
      return found.pid;
    },
    { timeout: 30_000, interval: 20 },
  );
}

test("an index is built while others write, and has what they wrote", async () => {
  writeMigrations(TABLE);
  await migrating();
  writeMigrations(TABLE, INDEX, COLUMN);
  const commit = await openWriter(2);
  const migrated = migrating();
  await building();
  // A lock that kept writers out would end this instead.
  await admin.unsafe(
    "SET lock_timeout = '5s'; INSERT INTO cards VALUES (3, 'beside'); UPDATE cards SET name = 'b' WHERE id = 1",
  );
  expect(await noted()).toEqual([1]);
  await commit();
  await migrated;
  expect(await noted()).toEqual([1, 2, 3]);
  expect(await indexes()).toMatchObject([{ isValid: true }]);
  const found = await admin.unsafe(
    "SET enable_seqscan = off; SELECT id FROM cards WHERE name IN ('open', 'beside', 'b')",
  );
  expect(
    found
      .flat()
      .map((row) => row.id)
      .filter((id) => id !== undefined)
      .toSorted(),
  ).toEqual([1, 2, 3]);
});

test("what a killed build left behind is built again", async () => {
  writeMigrations(TABLE);
  await migrating();
  writeMigrations(TABLE, INDEX, COLUMN);
  const commit = await openWriter(2);
  const migrated = expect(migrating()).rejects.toThrow();
  await admin`SELECT pg_terminate_backend(${await building()})`;
  await migrated;
  await commit();
  expect(await indexes()).toMatchObject([{ isValid: false }]);
  expect(await noted()).toEqual([1]);
  await migrating();
  expect(await indexes()).toMatchObject([{ isValid: true }]);
  expect(await noted()).toEqual([1, 2, 3]);
});

test("an index that a killed run built and did not note is kept", async () => {
  writeMigrations(TABLE);
  await migrating();
  await admin.unsafe(INDEX[0] ?? "");
  const [built] = await indexes();
  writeMigrations(TABLE, INDEX);
  await migrating();
  expect(await indexes()).toEqual([built]);
  expect(await noted()).toEqual([1, 2]);
});

test("several processes migrate at once: one works, the others wait without keeping it from its end", async () => {
  writeMigrations(TABLE);
  await migrating();
  writeMigrations(TABLE, INDEX, COLUMN);
  const commit = await openWriter(2);
  const all = [migrating(), migrating(), migrating()];
  await building();
  await commit();
  await Promise.all(all);
  expect(await noted()).toEqual([1, 2, 3]);
  expect(await indexes()).toMatchObject([{ isValid: true }]);
});

test("a migration that needs a transaction has nothing else in it", async () => {
  writeMigrations(TABLE, [...INDEX, ...COLUMN]);
  await expect(migrating()).rejects.toThrow("0001_test");
});

test("a migration that fails leaves no trace, and neither do those of its transaction", async () => {
  writeMigrations(TABLE, INDEX, COLUMN, ["ALTER TABLE nowhere ADD COLUMN a text"]);
  await expect(migrating()).rejects.toThrow("nowhere");
  expect(await noted()).toEqual([1, 2]);
  expect(await admin`SELECT 1 FROM information_schema.columns WHERE column_name = 'more'`).toHaveLength(0);
});

test("rows older than a search form are given theirs before it is required", async () => {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const { entries } = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  // What came later is there before the rows: the product of now has to write them.
  const required = entries.slice(40, 43);
  const order = [...entries.filter((entry) => !required.includes(entry)), ...required];
  const writeJournal = (due: readonly { tag: string }[]) =>
    writeFileSync(file, JSON.stringify({ entries: due.map((entry, at) => ({ ...entry, when: at + 1 })) }));
  writeJournal(order.slice(0, -required.length));
  await migrating();
  const bench = await openWorkbench({ url: database.url });
  const { dialogues } = registry;
  const projectId = await bench.newProject();
  const params = { project_id: projectId };
  const graph = await bench.ask(dialogues.create, { params, body: { name: "Gate" } });
  const body = { speaker_label: "Guárd", branches: [{ id: newId("br"), choice_text: "Pay in SÁLT" }, {}] };
  for (let made = 0; made < 3; made++) {
    await bench.ask(dialogues.createNode, { params: { ...params, graph_id: graph.id }, body });
  }
  const inGraph = { params: { ...params, graph_id: graph.id } };
  await bench.ask(dialogues.createGroup, { ...inGraph, body: { title: "Sálters", color: "teal" } });
  const note = { text: "Sált?", canvas_x: 0, canvas_y: 0, color: "teal" };
  await bench.ask(dialogues.createAnnotation, { ...inGraph, body: note });
  await bench.ask(dialogues.update, { ...inGraph, body: { description: "Of sált" } });
  const columns = [
    ["dialogue_node_versions", "more_search"],
    ["dialogue_versions", "description_search"],
    ["dialogue_group_versions", "title_search"],
    ["dialogue_annotation_versions", "text_search"],
  ] as const;
  for (const [table, column] of columns) {
    await bench.database.writes.execute(sql.raw(`UPDATE ${table} SET ${column} = NULL`));
  }
  writeJournal(order);
  await migrating();
  expect((await bench.ask(dialogues.search, { params, query: { q: "salt" } })).total).toBe(3);
  const all = await bench.ask(dialogues.search, { params, query: { q: "salt", subject_type: "any" } });
  expect(all.totals).toEqual({ dialogue: 1, dialogue_group: 1, dialogue_annotation: 1, dialogue_node: 3 });
  expect((await bench.replay(projectId)).differences).toEqual([]);
  await bench.close();
  for (const [table, column] of columns) {
    await expect(admin.unsafe(`UPDATE ${table} SET ${column} = NULL`)).rejects.toMatchObject({ code: "23502" });
  }
});

test("search forms from before case was folded in full are brought up to date", async () => {
  const bench = await openWorkbench();
  const { entities } = registry;
  const params = { project_id: await bench.newProject() };
  const body = { external_id: "street", type: "place", name: "Straße der Salze" };
  const street = await bench.ask(entities.create, { params, body });
  const city = await bench.ask(entities.create, { params, body: { external_id: "city", type: "place", name: "Łódź" } });
  const find = async (q: string) => (await bench.ask(entities.list, { params, query: { q } })).total;
  expect(await Promise.all(["STRASSE", "straße", "lodz"].map(find))).toEqual([1, 1, 1]);
  const former = alnumForm("straße der salze");
  await bench.database.writes.execute(
    sql`UPDATE entity_versions SET name_search = 'straße der salze', name_alnum = ${former} WHERE id = ${street.id}`,
  );
  // What was read at a sequence is remembered; the next sequence is read anew.
  const rename = (name: string) =>
    bench.ask(entities.update, { params: { ...params, entity_id: city.id }, body: { name } });
  await rename("Gdańsk");
  expect(await find("Strasse")).toBe(0);
  const client = postgres(bench.url, { max: 1 });
  await refoldSearchForms(client);
  await client.end();
  await rename("Łódź");
  expect(await find("Strasse")).toBe(1);
  expect((await bench.replay(params.project_id)).differences).toEqual([]);
  await bench.close();
});
