import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues } = registry;

let bench: Workbench;
let projectId = "";

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  projectId = await bench.newProject("Map");
});

const inProject = () => ({ project_id: projectId });
const create = async (name: string) =>
  (await bench.ask(dialogues.create, { params: inProject(), body: { name, folder: "Act 1" } })).id;
const addNode = (graph_id: string, body: object) =>
  bench.ask(dialogues.createNode, { params: { ...inProject(), graph_id }, body });
const map = (query: Record<string, unknown> = {}) => bench.ask(dialogues.map, { params: inProject(), query });

describe("the map of a project's dialogues", () => {
  test("nothing written is an empty map", async () => {
    expect(await map()).toEqual({ dialogues: [], links: [] });
  });

  test("ways between dialogues are counted, endings and branches together; ways within one are not", async () => {
    const [gate, yard, alone] = [await create("Gate"), await create("Yard"), await create("Alone")];
    const first = await addNode(gate, { branches: [{ target_graph_id: yard }, { target_graph_id: yard }] });
    await addNode(gate, { kind: "end", exit_to: { graph_id: yard, node_id: null } });
    await addNode(gate, { branches: [{ target_graph_id: gate }] });
    await addNode(yard, { branches: [{ target_node_id: first.id }] });
    expect(await map()).toEqual({
      dialogues: [
        { id: gate, name: "Gate", folder: "Act 1", node_count: 3 },
        { id: yard, name: "Yard", folder: "Act 1", node_count: 1 },
        { id: alone, name: "Alone", folder: "Act 1", node_count: 0 },
      ],
      links: [{ from_graph_id: gate, to_graph_id: yard, count: 3, node_id: first.id, missing: false }],
    });
  });

  test("a way to a dialogue that was deleted is missing, and an earlier moment has both", async () => {
    const [gate, yard] = [await create("Gate"), await create("Yard")];
    const node = await addNode(gate, { branches: [{ target_graph_id: yard }] });
    await bench.ask(dialogues.delete, { params: { ...inProject(), graph_id: yard } });
    expect((await map()).links).toMatchObject([{ to_graph_id: yard, count: 1, missing: true }]);
    const seq = Number(node.valid_from_seq);
    const before = await map({ at_seq: seq });
    expect(before.dialogues).toHaveLength(2);
    expect(before.links).toMatchObject([{ to_graph_id: yard, missing: false }]);
    expect((await map({ at_seq: seq - 1 })).links).toEqual([]);
  });
});
