import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { importEntitiesJob } from "#server/features/entities/public.ts";
import { importProjectJob } from "#server/features/projects/public.ts";
import { writeAsSystem } from "#server/operation/system-write.ts";
import { registry } from "#server/operations.ts";
import { refusal } from "#tests/record/refusal.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { projects, entities, record, inbox } = registry;
const idle = new AbortController().signal;
let bench: Workbench;
let params: { project_id: string };

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  params = { project_id: await bench.newProject("The ferry") };
  await addEntity("mara");
});

const addEntity = (external_id: string) =>
  bench.ask(entities.create, { params, body: { external_id, type: "character", name: "Mara" } });
const rename = (name: string) => bench.ask(projects.update, { params, body: { name } });
const archive = () => bench.ask(projects.archive, { params });
const unarchive = () => bench.ask(projects.unarchive, { params });
const get = (query: Record<string, unknown> = {}) => bench.ask(projects.get, { params, query });
const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code;

async function expectCleanReplay(project_id = params.project_id): Promise<void> {
  expect((await bench.replay(project_id)).differences).toEqual([]);
}

describe("an archived project", () => {
  test("is read and not changed, until it is taken out of the archive", async () => {
    const before = await get();
    const archived = await archive();
    expect(archived).toMatchObject({ archived: true, last_seq: before.last_seq + 1 });
    expect(await codeOf(rename("Another"))).toBe("project_archived");
    expect(await codeOf(addEntity("later"))).toBe("project_archived");
    // What would only be tried out would be promised.
    const tried = { params: { ...params, subject_id: params.project_id }, body: { seq: 1, dry_run: true } };
    expect(await codeOf(bench.ask(record.restore, tried))).toBe("project_archived");
    expect((await bench.ask(entities.list, { params })).total).toBe(1);
    expect(await archive()).toEqual(archived);
    expect(await get({ at_seq: before.last_seq })).toMatchObject({ archived: false });

    expect(await unarchive()).toMatchObject({ archived: false });
    expect(await rename("Another")).toMatchObject({ name: "Another" });
    const { events } = await bench.ask(record.events, { params, query: { subject_id: params.project_id } });
    expect(events.map(({ kind }) => kind)).toEqual([
      ...["project.created", "project.archived", "project.unarchived", "project.updated"],
    ]);
    expect(await get({ at_seq: archived.last_seq })).toMatchObject({ archived: true });
    await expectCleanReplay();
  });

  test("is not among the projects unless it is asked for", async () => {
    const listed = async (query: object) => {
      const page = await bench.ask(projects.list, { query: { limit: 500, ...query } });
      return page.projects.some(({ id }) => id === params.project_id);
    };
    const everywhere = () =>
      Promise.all([{}, { archived: "with" }, { archived: "only" }, { deleted: true }].map(listed));
    expect(await everywhere()).toEqual([true, true, false, false]);
    await archive();
    expect(await everywhere()).toEqual([false, true, true, false]);
    await bench.ask(projects.delete, { params });
    expect(await everywhere()).toEqual([false, false, false, true]);
    expect(await bench.ask(projects.restore, { params })).toMatchObject({ archived: true });
    expect(await everywhere()).toEqual([false, true, true, false]);
    expect(await codeOf(rename("Another"))).toBe("project_archived");
    await expectCleanReplay();
  });

  test("stays what it is when an earlier version of the project is restored", async () => {
    const { last_seq } = await archive();
    await unarchive();
    await rename("Another");
    await bench.ask(record.restore, { params: { ...params, subject_id: params.project_id }, body: { seq: last_seq } });
    expect(await get()).toMatchObject({ name: "The ferry", archived: false });
    await rename("Once more");
    await expectCleanReplay();
  });

  test("is exported and copied; the copy of its state can be changed, that of its history is archived too", async () => {
    await archive();
    const copied = async (contents: "state" | "history") => {
      const { id } = await bench.ask(projects.copy, { params, body: { contents } });
      await importProjectJob.step(bench.services, { import_id: id }, idle);
      const { project_id, status } = await bench.ask(projects.getImport, { params: { import_id: id } });
      expect(status).toBe("completed");
      await expectCleanReplay(project_id);
      return { params: { project_id } };
    };
    const state = await copied("state");
    expect(await bench.ask(projects.update, { ...state, body: { name: "Free" } })).toMatchObject({ archived: false });
    const history = await copied("history");
    expect(await codeOf(bench.ask(projects.update, { ...history, body: { name: "Not free" } }))).toBe(
      "project_archived",
    );
    await bench.ask(projects.unarchive, history);
    await bench.ask(projects.update, { ...history, body: { name: "Free" } });
  });

  test("takes nothing of those who write at the same moment once it is archived", async () => {
    const writers = Array.from({ length: 12 }, (_, number) => addEntity(`rower-${number}`).catch(({ code }) => code));
    const later = Array.from({ length: 12 }, (_, number) => addEntity(`late-${number}`).catch(({ code }) => code));
    await Promise.all([...writers, archive(), ...later]);
    const { last_seq } = await get();
    const { events } = await bench.ask(record.events, { params, query: { after_seq: last_seq - 1 } });
    expect(events).toMatchObject([{ kind: "project.archived", seq: last_seq }]);
  });

  test("ends an import of rows that was under way, and the service may still say what it did", async () => {
    const body = { format: "json", content: JSON.stringify([{ external_id: "row", type: "thing", name: "Row" }]) };
    const { id } = await bench.ask(entities.import, { params, body });
    await archive();
    expect(await importEntitiesJob.step(bench.services, { ...params, import_id: id }, idle).catch(String)).toBe("done");
    expect(await bench.ask(entities.getImport, { params: { ...params, import_id: id } })).toMatchObject({
      status: "failed",
      error: "The project was archived before all rows were written.",
    });
    const { workspace_id: workspaceId, mode, id: projectId } = await get();
    const system = { projectId, workspaceId, mode, part: "webhooks" };
    await expect(writeAsSystem(bench.services, system, async () => {})).resolves.toBeUndefined();
  });

  test("asks nobody for anything", async () => {
    const person = { ...bench.caller, kind: "user" as const, role: "owner" as const };
    const counts = async () => (await bench.ask(registry.problems.dialogues, { caller: person })).dialogues;
    const { id: graph_id } = await bench.ask(registry.dialogues.create, { params, body: { name: "At the gate" } });
    await bench.ask(registry.dialogues.createNode, { params: { ...params, graph_id }, body: { text: "Halt." } });
    expect((await counts()).map((each) => each.graph_id)).toContain(graph_id);
    await archive();
    expect((await counts()).map((each) => each.graph_id)).not.toContain(graph_id);
    expect((await bench.ask(inbox.get, { caller: person })).items).toEqual([]);
  });
});
