import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { newCaller, openWorkbench, type Workbench } from "./workbench.ts";

const { dialogues, record } = registry;
const MINUTE = 60_000;
let bench: Workbench;
let projectId: string;
let node: string;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.time = Date.UTC(2026, 10, 21, 12);
  projectId = await bench.newProject();
  const graph = await bench.ask(dialogues.create, { params: { project_id: projectId }, body: { name: "Gate" } });
  const params = { project_id: projectId, graph_id: graph.id };
  node = (await bench.ask(dialogues.createNode, { params, body: { text: "one" } })).id;
});

const ana = () => bench.caller;
const update = (body: object, caller = ana()) =>
  bench.ask(dialogues.updateNode, { params: { project_id: projectId, node_id: node }, body, caller });
const pass = (minutes: number) => {
  bench.time = (bench.time ?? 0) + minutes * MINUTE;
};
const history = (query: object = {}) =>
  bench.ask(record.history, {
    params: { project_id: projectId, subject_id: node },
    query: { fold: true, ...query },
  });

test("what one person types within five minutes is one row, with what it was and became", async () => {
  await update({ text: "two" });
  pass(1);
  await update({ text: "three" });
  await update({ canvas_x: 5 });
  await update({ title: "T" });
  pass(1);
  await update({ text: "four" });
  pass(6);
  await update({ text: "five" });
  const { rows, total, name, events } = await history();
  expect([total, name, events]).toEqual([4, "T", []]);
  expect(rows?.map(({ verb, from_seq, to_seq, events }) => [verb, from_seq, to_seq, events])).toEqual([
    ["updated", 9, 9, 1],
    ["updated", 7, 7, 1],
    ["updated", 4, 8, 3],
    ["created", 3, 3, 1],
  ]);
  expect(rows?.[2]?.changes).toEqual([{ field: "/text", name: "Text", branch_id: null, before: "one", after: "four" }]);
  expect((await history({ limit: 1, offset: 1 })).rows).toEqual(rows?.slice(1, 2));
  expect((await history({ sort_order: "asc" })).rows).toEqual(rows?.toReversed());
  expect((await history({ at_seq: 5 })).rows?.[0]).toMatchObject({ to_seq: 5, events: 2 });
});

test("another author's edit in between keeps rows apart", async () => {
  const bor = newCaller({ workspaceId: ana().workspaceId });
  await update({ text: "two" });
  await update({ text: "three" }, bor);
  await update({ text: "four" });
  expect((await history()).rows?.map(({ actor }) => actor)).toEqual([ana().actor, bor.actor, ana().actor, ana().actor]);
});

test("what was typed and taken back is no change, and a card that only moved has its creation alone", async () => {
  await update({ text: "two" });
  await update({ text: "one" });
  await update({ canvas_x: 1, canvas_y: 2 });
  expect((await history()).rows?.map(({ verb }) => verb)).toEqual(["created"]);
});

test("choices, deletion and return are named", async () => {
  const id = newId("br");
  await update({ branches: [{ id, choice_text: "Pay" }] });
  await update({ branches: [{ id, choice_text: "Pay up" }] });
  await bench.ask(dialogues.deleteNode, { params: { project_id: projectId, node_id: node } });
  await bench.ask(record.restore, { params: { project_id: projectId, subject_id: node } });
  const { rows } = await history();
  expect(rows?.map(({ verb, changes }) => [verb, changes.map(({ name, branch_id }) => [name, branch_id])])).toEqual([
    ["restored", []],
    ["deleted", []],
    ["updated", [["Choice text", id]]],
    ["updated", [["Choice", id]]],
    ["created", []],
  ]);
});

test("a row of a gesture says what the person did", async () => {
  const graph_id = (await bench.ask(dialogues.getNode, { params: { project_id: projectId, node_id: node } })).graph_id;
  await bench.ask(dialogues.batch, {
    params: { project_id: projectId, graph_id },
    body: {
      batch_id: newId("batch"),
      gestures: [{ label: "Write", operations: [{ op: "node.update", id: node, patch: { text: "two" } }] }],
    },
  });
  expect((await history()).rows?.[0]?.label).toBe("Write");
});

test("what never was is not found", async () => {
  const params = { project_id: projectId, subject_id: newId("node") };
  await expect(bench.ask(record.history, { params, query: { fold: true } })).rejects.toMatchObject({
    code: "not_found",
  });
});
