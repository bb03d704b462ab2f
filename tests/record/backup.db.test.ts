import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getTableName, is, sql, Table } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { BackupProblem, splitLines } from "#server/record/backup/lines.ts";
import { type RestoreOptions, restoreBackup } from "#server/record/backup/restore.ts";
import { FILE_TABLES, FORGETTABLE_TABLES, PROJECT_TABLES, WORKSPACE_TABLES } from "#server/record/backup/tables.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { IS_FULL, sampleOfEach } from "#test-size";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { INTERVAL_TABLES } from "./as-of.ts";
import { seedOf, step } from "./random-steps.ts";
import { RandomWorld } from "./random-world.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const SCRIPTS = new URL("../../scripts/", import.meta.url).pathname;
/** Every table a backup must bring back, however it does. */
const KEPT = [
  "project_heads",
  "events",
  "dialogue_ordinals",
  "subject_counts",
  ...INTERVAL_TABLES,
  ...PROJECT_TABLES,
  ...WORKSPACE_TABLES,
];

let source: Workbench;
let folder: string;
const projects: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fabula-backup-"));
  source = await openWorkbench({ reads: 2, writes: 2 });
  await putWorkspace(source);
  const seed = seedOf("backups");
  for (const steps of fc.sample(fc.array(step, { minLength: 50, maxLength: 50 }), { numRuns: 3, seed })) {
    const world = await RandomWorld.begin(source);
    for (const each of steps) await world.perform(each);
    projects.push(world.projectId);
  }
  const [first, second] = projects;
  const awkward = {
    name: "Quays",
    metadata: { note: "a line\u2028and\u2029another\r\nand\u0085one", "": "__proto__" },
  };
  await source.ask(registry.projects.update, { params: { project_id: first ?? "" }, body: awkward });
  await source.ask(registry.projects.delete, { params: { project_id: second ?? "" } });
  await source.ask(registry.projects.archive, { params: { project_id: projects[2] ?? "" } });
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A workspace with people, a key and what happened to them, as plain rows. */
async function putWorkspace({ database, caller }: Workbench): Promise<void> {
  const id = caller.workspaceId;
  const user = newId("usr");
  const at = "2030-01-01T00:00:00.123Z";
  await database.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${id}, 'Lantern', 'studio', ${at})`,
  );
  await database.writes.execute(
    sql`INSERT INTO users (id, email, name, password_hash, created_at) VALUES (${user}, 'ada@example.com', 'Ada', 'hash', ${at})`,
  );
  await database.writes.execute(
    sql`INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES (${id}, ${user}, 'owner', ${at})`,
  );
  await database.writes.execute(
    sql`INSERT INTO api_keys (id, workspace_id, name, kind, mode, scopes, project_ids, hash, prefix, start, last4, created_by, created_at)
        VALUES (${newId("key")}, ${id}, 'Key', 'secret', 'test', ARRAY['read','write'], NULL, 'h', 'sk_test_', 'sk_test_ab', 'wxyz', ${user}, ${at})`,
  );
  await database.writes.execute(
    sql`INSERT INTO workspace_audit (workspace_id, id, kind, subject_type, subject_id, data, actor, recorded_at)
        VALUES (${id}, ${newId("aud")}, 'key.created', 'key', 'k', '{"a": [1, null]}', ${`user:${user}`}, ${at})`,
  );
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  // Pieces that cut lines and characters.
  for (let at = 0; at < all.length; at += 4_099) yield all.subarray(at, at + 4_099);
}

async function textOf(projectId: string | null): Promise<string> {
  return source.snapshot(async (db) => {
    let text = "";
    for await (const piece of sealed(backupLines(db, { projectId, now: 0 }))) text += piece;
    return text;
  });
}

const PLAIN: RestoreOptions = { projectId: null, workspaceId: null, intoEmpty: false };
const restore = (target: Workbench, text: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup(target.database, resources, () => splitLines(bytes(text)), { ...PLAIN, ...options });

async function withTarget(work: (target: Workbench) => Promise<void>): Promise<void> {
  const target = await openWorkbench({ reads: 2, writes: 2 });
  try {
    await work(target);
  } finally {
    await target.close();
  }
}

/** All rows of a table in one order. */
async function rowsOf({ database }: Workbench, table: string, projectId?: string): Promise<JsonObject[]> {
  const one = projectId === undefined ? sql`` : sql`WHERE project_id = ${projectId}`;
  const rows = await database.reads.execute<{ row: JsonObject }>(
    sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t ${one} ORDER BY to_jsonb(t)::text`,
  );
  return rows.map(({ row }) => row);
}

async function complaint(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error("it went through"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof BackupProblem)) throw error;
  return error.message;
}

describe("a backup of everything", () => {
  test("given it is read into an empty database, then every row of every table is what it was", async () => {
    const text = await textOf(null);
    await withTarget(async (target) => {
      const report = await restore(target, text, { intoEmpty: true });
      expect(report.projects.map(({ project_id }) => project_id).sort()).toEqual([...projects].sort());
      for (const { differences, rows_compared } of report.projects) {
        expect(differences).toEqual([]);
        expect(rows_compared).toBeGreaterThan(20);
      }
      expect(report.rows).toEqual({ restored: 5, present: 0 });
      for (const table of KEPT) expect(await rowsOf(target, table), table).toEqual(await rowsOf(source, table));
    });
  });

  test("given it was restored, then the project goes on where it was", async () => {
    const text = await textOf(null);
    await withTarget(async (target) => {
      await restore(target, text);
      const input = { params: { project_id: projects[0] ?? "" }, body: { name: "Later" }, caller: source.caller };
      const updated = await target.call(registry.projects.update, input);
      const [head] = (await rowsOf(source, "project_heads")).filter((row) => row.project_id === projects[0]);
      expect(updated.body.last_seq).toBe(Number(head?.last_seq) + 1);
      expect((await target.replay(projects[0] ?? "")).differences).toEqual([]);
    });
  });

  test("given a database that holds something, then it is refused as not empty, or adds what is missing", async () => {
    const text = await textOf(null);
    await withTarget(async (target) => {
      await restore(target, text, { projectId: projects[0] ?? "", workspaceId: await bareWorkspace(target) });
      expect(await complaint(restore(target, text, { intoEmpty: true }))).toContain("not empty");
      expect(await complaint(restore(target, text))).toContain("exists already");
      await restore(target, text, { projectId: projects[2] ?? "" });
      expect(await rowsOf(target, "project_heads")).toHaveLength(2);
    });
  });

  test("every table is kept, or known to be forgettable", async () => {
    const folder = new URL("../../drizzle/schema/", import.meta.url);
    const schemas = await Promise.all(
      readdirSync(folder).map((name) => import(/* @vite-ignore */ `#drizzle/schema/${name}`)),
    );
    const tables = schemas.flatMap((schema) =>
      Object.values(schema).flatMap((each) => (is(each, Table) ? getTableName(each) : [])),
    );
    expect([...KEPT, ...FILE_TABLES, ...FORGETTABLE_TABLES].sort()).toEqual([...new Set(tables)].sort());
  });
});

async function bareWorkspace({ database }: Workbench): Promise<string> {
  const id = newId("wsp");
  await database.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${id}, 'Other', 'studio', now())`,
  );
  return id;
}

describe("a backup of one project", () => {
  test("given another workspace, then it is rebuilt there from its events alone", async () => {
    const [projectId = ""] = projects;
    const text = await textOf(projectId);
    const types = new Set(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).type),
    );
    expect([...types]).toEqual(expect.arrayContaining(["backup", "project", "event", "project_end", "end"]));
    expect(text).not.toContain("password_hash");
    await withTarget(async (target) => {
      expect(await complaint(restore(target, text))).toContain("--workspace");
      await restore(target, text, { workspaceId: await bareWorkspace(target) });
      for (const table of ["events", ...INTERVAL_TABLES, "dialogue_ordinals", "subject_counts", "gesture_results"]) {
        expect(await rowsOf(target, table), table).toEqual(await rowsOf(source, table, projectId));
      }
    });
  });

  test("given an event from before today's checks, then what offends is replaced and its line is told", async () => {
    const [projectId = ""] = projects;
    const lines = (await textOf(projectId)).trimEnd().split("\n").slice(0, -1);
    const old = lines.map((line) => JSON.parse(line));
    const at = old.findIndex(({ subject_type }) => subject_type === "project");
    old[at].change.set[""].metadata = JSON.parse('{"__proto__":{"polluted":"yes"},"half":"\\ud800","nul":"\\u0000"}');
    let text = "";
    for await (const piece of sealed(each(old))) text += piece;
    await withTarget(async (target) => {
      const { replaced } = await restore(target, text, { workspaceId: await bareWorkspace(target) });
      expect(replaced).toEqual([{ line: at + 1, places: 3 }]);
      const [{ change }] = (await rowsOf(target, "events")).filter(({ seq }) => seq === 1) as [{ change: JsonObject }];
      const fields = { "\ufffd\ufffdproto\ufffd\ufffd": { polluted: "yes" }, half: "\ufffd", nul: "\ufffd" };
      expect(change).toMatchObject({ set: { "": { metadata: fields } } });
    });
  });

  test("given it does not exist, then one sentence", async () => {
    expect(await complaint(textOf(newId("prj")))).toContain("There is no project");
  });
});

describe("a backup that is not whole", () => {
  test("given it was cut, changed, or goes on after its end, then nothing of it is written", async () => {
    const text = await textOf(null);
    const lines = text.trimEnd().split("\n");
    const middle = Math.floor(lines.length / 2);
    const damaged = {
      cut: text.slice(0, text.length / 2),
      "without its end": `${lines.slice(0, -1).join("\n")}\n`,
      "a line short": `${lines.filter((_, index) => index !== middle).join("\n")}\n`,
      changed: text.replace("Lantern", "Lentern"),
      "longer than its end": `${text}{"type":"event"}\n`,
      empty: "",
      "another file": "project,name\nprj,Quays\n",
      "from the future": text.replace('"version":2', '"version":3'),
    };
    await withTarget(async (target) => {
      for (const [how, broken] of Object.entries(damaged)) {
        expect((await complaint(restore(target, broken))).length, how).toBeGreaterThan(20);
      }
      for (const table of KEPT) expect(await rowsOf(target, table)).toEqual([]);
    });
  });

  test("given a project in it lacks an event, then that project is left out whole", async () => {
    const [projectId = ""] = projects;
    const lines = (await textOf(projectId)).trimEnd().split("\n").slice(0, -1);
    const short = lines.filter((line) => !line.includes('"seq":7,')).map((line) => JSON.parse(line));
    let text = "";
    for await (const piece of sealed(each(short))) text += piece;
    await withTarget(async (target) => {
      const workspaceId = await bareWorkspace(target);
      expect(await complaint(restore(target, text, { workspaceId }))).toContain("lacks its event 7");
      for (const table of ["project_heads", "events", ...INTERVAL_TABLES])
        expect(await rowsOf(target, table)).toEqual([]);
    });
  });
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe("the commands", () => {
  const run = promisify(execFile);
  const command = async (bench: Workbench, script: string, ...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: bench.url, FABULA_DATA_DIR: join(folder, "data") };
    try {
      const { stdout, stderr } = await run(process.execPath, [...PRODUCT_FLAGS, join(SCRIPTS, script), ...args], {
        env,
        cwd: folder,
      });
      return { code: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout, stderr };
    }
  };

  test("backup, restore and replay: what one writes the next reads, and replay finds what was tampered with", async () => {
    const file = join(folder, "all.ndjson");
    const written = await command(source, "backup.ts", "--out", file);
    expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining("3 projects") });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, "utf8").split("\n").at(-1)).toBe("");
    if (IS_FULL) expect(await command(source, "backup.ts", "--out", file)).toMatchObject({ code: 1 });

    await withTarget(async (target) => {
      const read = await command(target, "restore.ts", file, "--into-empty");
      expect(read).toMatchObject({ code: 0, stdout: expect.stringContaining("Restored 3 projects and 5 rows") });
      if (IS_FULL) {
        const sound = await command(target, "replay.ts", "--all");
        const told = expect.stringContaining("3 of 3 projects replay without differences");
        expect(sound).toMatchObject({ code: 0, stdout: told });
      }

      const victim = projects[0] ?? "";
      await target.database.writes.execute(
        sql`UPDATE project_versions SET name = 'Tampered' WHERE project_id = ${victim} AND valid_from_seq = 1`,
      );
      const found = await command(target, "replay.ts", "--all");
      expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('"column":"name"') });
      expect(found.stdout).toContain("2 of 3");
      if (!IS_FULL) return;
      const one = await command(target, "replay.ts", victim);
      expect(one).toMatchObject({ code: 1, stdout: expect.stringContaining('"column":"name"') });
      expect(await command(target, "restore.ts", file)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("exists already"),
      });
    });
  });

  test("given a mistake on the command line, then one sentence and exit code 1", async () => {
    const nothing = join(folder, "nothing.ndjson");
    writeFileSync(nothing, "no backup\n");
    const mistakes: [string, ...string[]][] = [
      ["replay.ts"],
      ["replay.ts", newId("prj")],
      ["backup.ts", "--projekt", "x"],
      ["backup.ts", "--project", newId("prj")],
      ["restore.ts"],
      ["restore.ts", join(folder, "absent.ndjson")],
      ["restore.ts", nothing],
    ];
    for (const [script, ...args] of sampleOfEach(mistakes, () => "of any script")) {
      const { code, stderr } = await command(source, script, ...args);
      expect(code, script).toBe(1);
      expect(stderr, script).not.toMatch(/^\s+at /m);
      expect(stderr.trim(), script).not.toBe("");
    }
  });
});
