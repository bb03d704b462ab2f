import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ObjectStoreFailure } from "#server/adapters/objects/port.ts";
import { ArtifactStore } from "#server/artifacts/artifact-store.ts";
import { requirePlanRoom } from "#server/features/access/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { splitLines } from "#server/record/backup/lines.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { rounds, TEST_SEED } from "#test-size";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { contentOf, FailingObjects, FilesModel, hashOf, type Step } from "./files-model.ts";

const HOUR = 60 * 60_000;

let bench: Workbench;
let objects: FailingObjects;
let stranger: ReturnType<typeof newCaller>;
beforeAll(async () => {
  objects = new FailingObjects();
  bench = await openWorkbench({ objects });
  stranger = newCaller();
});
afterAll(() => bench.close());

async function newModel(): Promise<FilesModel> {
  objects.stored.clear();
  await bench.database.writes.execute(sql`DELETE FROM artifacts`);
  await bench.database.writes.execute(sql`DELETE FROM artifact_objects`);
  bench.time = Date.parse("2030-01-01T00:00:00Z");
  const own = await bench.newProject();
  const other = await bench.ask(registry.projects.create, { body: { name: "Another" }, caller: stranger });
  return new FilesModel(
    bench,
    objects,
    [bench.caller, stranger],
    [
      { id: own, workspaceId: bench.caller.workspaceId },
      { id: other.id, workspaceId: stranger.workspaceId },
    ],
  );
}

const kinds = [
  "upload",
  "upload",
  "name",
  "name",
  "replace",
  "delete",
  "restore",
  "transfer",
  "wait",
  "collect",
] as const;
const step: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...kinds), fc.nat(1), fc.nat(59));

describe("files of projects", () => {
  test("given random uploads, interruptions, names, deletions, restores, transfers and collections, then a model tells what is there", async () => {
    const length = rounds({ gate: 60, full: 500 });
    const walks = fc.sample(fc.array(step, { minLength: length, maxLength: length }), {
      numRuns: rounds({ gate: 2, full: 4 }),
      seed: TEST_SEED,
    });
    for (const walk of walks) {
      const model = await newModel();
      for (const [index, each] of walk.entries()) {
        await model.perform(each);
        if (index % 5 === 4 || index === walk.length - 1)
          expect(await model.differences(), JSON.stringify(walk.slice(0, index + 1))).toEqual([]);
      }
      // A day later nothing is left but what versions name.
      await model.perform(["wait", 0, 2]);
      await model.perform(["wait", 0, 2]);
      await model.perform(["collect", 0, 0]);
      expect(await model.differences()).toEqual([]);
      expect(objects.stored.size).toBe(model.named(0).length + model.named(1).length);
      for (const { id } of model.projects) expect((await bench.replay(id)).differences).toEqual([]);
    }
  });

  test("given another tenant's hash, then there is no such file, and naming it is refused", async () => {
    const model = await newModel();
    const [own, other] = model.projects;
    await bench.services.artifacts.keep(
      { id: own?.id ?? "", workspaceId: "" },
      { bytes: contentOf(3), mediaType: "image/png" },
    );
    expect(await bench.services.artifacts.find(other?.id ?? "", hashOf(3))).toBeNull();
    await model.perform(["upload", 0, 9]);
    await model.perform(["name", 1, 3]);
    expect(await model.differences()).toEqual([]);
  });

  test("given the plan's room, then uploads under way count, and what would exceed it is refused before its bytes are stored", async () => {
    const { database, services } = bench;
    const workspaceId = newId("wsp");
    await database.writes.execute(
      sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${workspaceId}, 'Lantern', 'free', now())`,
    );
    const caller = newCaller({ workspaceId });
    const { id } = await bench.ask(registry.projects.create, { body: { name: "Quays" }, caller });
    const store = new ArtifactStore({
      database,
      objects,
      clock: services.clock,
      requireRoom: (db, owner, bytes, count) => requirePlanRoom(db, owner, "fileBytes", count, bytes),
      linkSecret: "",
    });
    await database.writes.execute(
      sql`INSERT INTO artifact_objects (project_id, object, bytes, is_doomed, due_at)
          VALUES (${id}, 'under/way', ${256 * 1024 * 1024 - 10}, false, '2100-01-01T00:00:00Z')`,
    );
    const before = objects.stored.size;
    const file = (length: number) => ({ bytes: Buffer.alloc(length, length), mediaType: "text/plain" });
    await expect(store.keep({ id, workspaceId }, file(11))).rejects.toMatchObject({
      code: "plan_limit_reached",
      detail: { what: "file_bytes", limit: 256 * 1024 * 1024, used: 256 * 1024 * 1024 - 10, plan: "free" },
    });
    expect(objects.stored.size).toBe(before);
    await expect(store.keep({ id, workspaceId }, file(10))).resolves.toMatchObject({ bytes: 10 });
  });

  test("given a store that removes nothing, then it is told, and tried again later", async () => {
    const model = await newModel();
    await model.perform(["upload", 0, 3]);
    bench.time = (bench.time ?? 0) + 25 * HOUR;
    const remove = objects.remove.bind(objects);
    objects.remove = async () => {
      throw new ObjectStoreFailure("The object store answered DELETE with 503.");
    };
    const told: string[] = [];
    try {
      expect(await bench.services.artifacts.collect(({ message }) => told.push(message))).toBe(false);
    } finally {
      objects.remove = remove;
    }
    expect(told).toEqual(["The object store answered DELETE with 503."]);
    expect(objects.stored.size).toBe(1);
    expect(await bench.services.artifacts.find(model.projects[0]?.id ?? "", hashOf(3))).toBeNull();
    await bench.services.artifacts.collect(() => {});
    expect(objects.stored.size).toBe(1);
    bench.time = (bench.time ?? 0) + HOUR;
    await bench.services.artifacts.collect(() => {});
    expect(objects.stored.size).toBe(0);
  });

  test("given a project that is removed for good, then its files go, named ones too, and nobody else's", async () => {
    const model = await newModel();
    for (const which of [0, 1]) {
      for (const each of [
        ["upload", which, 3],
        ["upload", which, 4],
        ["name", which, 3],
      ] as const)
        await model.perform(each);
    }
    const [own, other] = model.projects;
    while (await bench.services.artifacts.removeProject(own?.id ?? ""));
    expect([...objects.stored.keys()].map((key) => key.split("/")[0])).toEqual([other?.id, other?.id]);
    const rows = await bench.database.reads.execute(sql`SELECT 1 FROM artifact_objects`);
    expect(rows).toEqual([]);
  });

  test("given a backup, then named files come back with their bytes, and a damaged one is refused", async () => {
    const model = await newModel();
    for (const each of [
      ["upload", 0, 3],
      ["upload", 0, 4],
      ["name", 0, 3],
    ] as const)
      await model.perform(each);
    const projectId = model.projects[0]?.id ?? "";
    const files = bench.services.artifacts;
    const text = await bench.snapshot(async (db) => {
      let all = "";
      for await (const piece of sealed(backupLines(db, { projectId, now: 0, files }))) all += piece;
      return all;
    });
    const target = await openWorkbench();
    try {
      const workspaceId = newId("wsp");
      await target.database.writes.execute(
        sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${workspaceId}, 'Other', 'free', now())`,
      );
      const restore = (content: string) =>
        restoreBackup(target.database, resources, () => splitLines(bytesOf(content)), {
          projectId: null,
          workspaceId,
          intoEmpty: false,
          files: target.services.artifacts,
        });
      const lines = text.trimEnd().split("\n").slice(0, -1);
      const damaged = lines.map((line) => JSON.parse(line.replace(contentOf(3).toString("base64"), "AAAA")));
      let resealed = "";
      for await (const piece of sealed(each(damaged))) resealed += piece;
      await expect(restore(resealed)).rejects.toThrow(/is damaged in this backup/);
      await restore(text);
      const found = await target.services.artifacts.find(projectId, hashOf(3));
      const chunks: Uint8Array[] = [];
      if (found !== null) for await (const chunk of await target.services.artifacts.open(found)) chunks.push(chunk);
      expect(Buffer.concat(chunks)).toEqual(contentOf(3));
      expect(await target.services.artifacts.find(projectId, hashOf(4))).toBeNull();
      target.time = Date.now() + 48 * HOUR;
      await target.services.artifacts.collect(() => {});
      expect(await target.services.artifacts.find(projectId, hashOf(3))).not.toBeNull();
    } finally {
      await target.close();
    }
  });
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
