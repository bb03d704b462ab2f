import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { statementsOf } from "#tests/record/statements-of.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, record } = registry;

let bench: Workbench;
let projectId = "";
let graph_id = "";

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const inProject = () => ({ project_id: projectId });
const inGraph = () => ({ ...inProject(), graph_id });
const addNode = (body: object) => bench.ask(dialogues.createNode, { params: inGraph(), body });
const nodeOf = (node_id: string) => bench.ask(dialogues.getNode, { params: { ...inProject(), node_id } });
const update = (node_id: string, body: object) =>
  bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id }, body });
const batch = (...operations: object[]) =>
  bench.ask(dialogues.batch, {
    params: inGraph(),
    body: { batch_id: newId("batch"), gestures: [{ label: "All at once", operations }] },
  });
const head = async () =>
  (await bench.ask(record.commits, { params: inProject(), query: { limit: 1 } })).commits[0]?.commit_seq ?? 0;
const take = (commit: number, body: object = {}) =>
  bench.ask(record.takeBack, { params: { ...inProject(), commit_seq: String(commit) }, body });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function newStory() {
  projectId = await bench.newProject("Taking back");
  graph_id = (await bench.ask(dialogues.create, { params: inProject(), body: { name: "Gate" } })).id;
  return addNode({ title: "Gate", text: "Halt!", branches: [{ choice_text: "Pay" }] });
}

describe("a commit is taken back", () => {
  test("a dry run says what would change and changes nothing; then it is one commit, and the words are as before", async () => {
    const node = await newStory();
    await update(node.id, { text: "Stop there!", title: "The gate" });
    const commit = await head();
    const told = await take(commit, { dry_run: true });
    expect(told).toMatchObject({ commit_seq: commit, dry_run: true, total: 1, left: [], left_total: 0, seq: commit });
    expect(told.changes[0]).toMatchObject({ change: "changed", subject_id: node.id });
    expect(told.changes[0]?.fields.map(({ field, before, after }) => [field, before, after]).toSorted()).toEqual([
      ["/text", "Stop there!", "Halt!"],
      ["/title", "The gate", "Gate"],
    ]);
    expect(await head()).toBe(commit);
    const done = await take(commit);
    expect(done).toMatchObject({ dry_run: false, total: 1, seq: commit + 1 });
    expect(await nodeOf(node.id)).toMatchObject({ title: "Gate", text: "Halt!" });
    const [last] = (await bench.ask(record.commits, { params: inProject(), query: { limit: 1 } })).commits;
    expect(last).toMatchObject({ label: "Take a change back", change_total: 1 });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("a field that was written again stays, and is told with the commit that wrote it", async () => {
    const node = await newStory();
    await update(node.id, { text: "Stop there!", title: "The gate" });
    const commit = await head();
    await update(node.id, { text: "Who goes there?" });
    const later = await head();
    const done = await take(commit);
    expect(done.changes[0]?.fields.map(({ field }) => field)).toEqual(["/title"]);
    expect(done.left).toEqual([
      {
        subject_type: "dialogue_node",
        subject_id: node.id,
        name: "The gate",
        field: "/text",
        field_name: "Text",
        reason: "changed_since",
        message: null,
        changed_by: later,
      },
    ]);
    expect(await nodeOf(node.id)).toMatchObject({ title: "Gate", text: "Who goes there?" });
    const again = await take(commit);
    expect(again).toMatchObject({ total: 0, left_total: 2, seq: done.seq });
  });

  test("what was deleted comes back, what was made goes unless it was edited, and what is gone is told", async () => {
    const node = await newStory();
    const made = newId("node");
    await batch(
      { op: "node.create", node: { id: made, text: "Behind the gate." } },
      { op: "node.update", id: node.id, patch: { text: "Go in!" } },
    );
    const making = await head();
    await bench.ask(dialogues.deleteNode, { params: { ...inProject(), node_id: node.id } });
    const deleting = await head();
    expect((await take(making, { dry_run: true })).left).toMatchObject([{ field: "/text", reason: "gone" }]);
    expect((await take(deleting)).changes).toMatchObject([{ change: "brought_back", subject_id: node.id }]);
    expect(await nodeOf(node.id)).toMatchObject({ text: "Go in!" });
    await update(made, { canvas_x: 200 });
    expect((await take(making)).changes.map(({ change }) => change).toSorted()).toEqual(["changed", "deleted"]);
    expect(await nodeOf(node.id)).toMatchObject({ text: "Halt!" });
    const other = await addNode({ text: "Beside it." });
    const adding = await head();
    await update(other.id, { text: "Beside the gate." });
    expect(await take(adding)).toMatchObject({ total: 0, left: [{ field: "", reason: "changed_since" }] });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("what a rule or its kind keeps is told, and the rest of the commit is taken back", async () => {
    await newStory();
    const [, making] = [
      await bench.ask(entities.create, {
        params: inProject(),
        body: { external_id: "mara", type: "character", name: "Mara" },
      }),
      await head(),
    ];
    expect(await take(making)).toMatchObject({
      total: 0,
      left: [{ subject_type: "entity", field: "", reason: "stays" }],
    });
    const first = await bench.ask(entities.create, {
      params: inProject(),
      body: { type: "character", name: "Odo", external_id: "odo" },
    });
    await bench.ask(entities.delete, { params: { ...inProject(), entity_id: first.id } });
    const deleting = await head();
    await bench.ask(entities.create, {
      params: inProject(),
      body: { type: "character", name: "Odo", external_id: "odo" },
    });
    const [left] = (await take(deleting)).left;
    expect(left).toMatchObject({ subject_id: first.id, field: "", reason: "refused", message: expect.any(String) });
  });

  test("who wrote fields again is looked up at once, however many they are", async () => {
    const sent = async (count: number) => {
      await newStory();
      const names = Array.from({ length: count }, (_, n) => `thing-${n}`);
      const write = (part: (external_id: string) => object) =>
        bench.ask(entities.batch, { params: inProject(), body: { entities: names.map(part) } });
      await write((external_id) => ({ external_id, type: "thing", name: "one" }));
      await write((external_id) => ({ op: "update", external_id, patch: { name: "two" } }));
      const commit = await head();
      await write((external_id) => ({ op: "update", external_id, patch: { name: "three" } }));
      const last = await head();
      const { left, left_total } = await take(commit, { dry_run: true });
      expect([left_total, new Set(left.map(({ changed_by }) => changed_by))]).toEqual([count, new Set([last])]);
      return statementsOf(bench, () => take(commit, { dry_run: true }));
    };
    expect(await sent(40)).toBe(await sent(4));
  });

  test("a sequence that ends no commit is not found, and who may only read changes nothing", async () => {
    const node = await newStory();
    await update(node.id, { text: "Stop there!" });
    const commit = await head();
    for (const seq of [commit + 1, 9_007_199_254_740_991])
      expect(await refusal(take(seq))).toMatchObject({ code: "not_found" });
    const params = { ...inProject(), commit_seq: String(commit) };
    const caller = newCaller({ scopes: ["read"], workspaceId: bench.caller.workspaceId });
    expect(await refusal(bench.ask(record.takeBack, { params, body: {}, caller }))).toMatchObject({
      code: "insufficient_scope",
    });
  });
});
