import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FabulaDocument } from "#domain/import/fabula/format.ts";
import type { ImportedBranch, ImportedNode } from "#domain/import/story.ts";
import { createDialogue } from "#server/features/dialogues/operations/create-dialogue.ts";
import { createGroup } from "#server/features/dialogues/operations/create-group.ts";
import { createNode } from "#server/features/dialogues/operations/create-node.ts";
import { exportDialogue } from "#server/features/dialogues/operations/export-dialogue.ts";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { updateNode } from "#server/features/dialogues/operations/update-node.ts";
import { createEntity } from "#server/features/entities/operations/create-entity.ts";
import { getEntity } from "#server/features/entities/operations/get-entity.ts";
import { listEntities } from "#server/features/entities/operations/list-entities.ts";
import { updateEntity } from "#server/features/entities/operations/update-entity.ts";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { variables: variableOperations } = registry;

let bench: Workbench;
let project_id: string;

beforeAll(async () => {
  bench = await openWorkbench();
});
beforeEach(async () => {
  project_id = await bench.newProject();
});
afterAll(() => bench.close());

/** A node or branch with only what a test is about; the importer fills in the rest. */
type Partly<T> = { [K in keyof T]?: unknown };
type Draft = Partly<ImportedNode> & { key: string; branches?: Partly<ImportedBranch>[] };

function file(nodes: Draft[], more: Partial<Record<keyof FabulaDocument, unknown>> = {}): unknown {
  const graphs = [{ key: "gate", name: "The gate", nodes }];
  return { format: "fabula_json", version: 1, name: null, graphs, variables: [], entities: [], ...more };
}

const send = (content: unknown) =>
  bench.call(importDialogues, { params: { project_id }, body: { format: "fabula_json", content } });
const read = (graph_id: string) => bench.ask(getDialogue, { params: { project_id, graph_id } });
const save = async (graph_id: string) =>
  (await bench.ask(exportDialogue, { params: { project_id, graph_id } })).content as unknown as FabulaDocument;
const codes = (answer: { body: { report: { code: string }[] } }) => answer.body.report.map(({ code }) => code);

describe("entities of a file", () => {
  const pell = { key: "odo-pell", type: "character", name: "Odo Pell", properties: { role: "gatekeeper" } };
  const spoken = file([{ key: "a", kind: "end", text: "Halt.", speaker_key: "odo-pell" }], { entities: [pell] });

  it("are found by external id and left as they are", async () => {
    const body = { external_id: "odo-pell", type: "person", name: "Pell", properties: { age: 61 } };
    const entity = await bench.ask(createEntity, { params: { project_id }, body });
    const answer = await send(spoken);
    expect(answer.body.written.entities).toEqual({ created: 0, updated: 0, deleted: 0, unchanged: 1 });
    expect((await read(answer.body.graphs[0]?.id ?? "")).nodes[0]?.speaker_id).toBe(entity.id);
    expect(await bench.ask(getEntity, { params: { project_id, entity_id: entity.id } })).toEqual(entity);
  });

  it("are made under their key, and later keep what people gave them", async () => {
    await send(spoken);
    const [made] = (await bench.ask(listEntities, { params: { project_id } })).entities;
    expect(made).toMatchObject({
      ...{ external_id: "odo-pell", type: "character", name: "Odo Pell" },
      parent_id: null,
    });
    const entity_id = made?.id ?? "";
    await bench.ask(updateEntity, {
      params: { project_id, entity_id },
      body: { type: "npc", properties: { age: 61 } },
    });
    await send(JSON.stringify(spoken).replace('"gatekeeper"', '"keeper of the gate"'));
    const after = await bench.ask(getEntity, { params: { project_id, entity_id } });
    expect(after).toMatchObject({ type: "npc", properties: { age: 61, role: "keeper of the gate" } });
  });

  it("lie in each other whatever their order, and never in themselves", async () => {
    const place = (key: string, parent_key: string | null) => ({ key, type: "location", name: key, parent_key });
    const entities = [
      place("room", "house"),
      place("house", "street"),
      place("street", null),
      place("x", "y"),
      place("y", "x"),
    ];
    const answer = await send(file([{ key: "a", kind: "end" }], { entities }));
    expect(codes(answer)).toContain("import_entity_circle");
    const found = (await bench.ask(listEntities, { params: { project_id } })).entities;
    expect(found.find(({ external_id }) => external_id === "room")?.location_path).toBe("/street/house/room");
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  it("leave a speaker nobody knows as a label", async () => {
    const answer = await send(file([{ key: "a", kind: "end", speaker_key: "Stranger" }]));
    expect(codes(answer)).toContain("import_speaker_unknown");
    const [node] = (await read(answer.body.graphs[0]?.id ?? "")).nodes;
    expect(node).toMatchObject({ speaker_id: null, speaker_label: "Stranger" });
  });
});

describe("names in logic", () => {
  it("of variables that are declared nowhere become variables of the type their use suggests", async () => {
    const effects = [{ op: "add", target: "coins", value: { lit: 2 }, when: [] }];
    const conditions = [{ op: "eq", args: [{ var: "open" }, { lit: true }] }, { var: "strange" }];
    const answer = await send(file([{ key: "a", kind: "end", conditions, on_enter_effects: effects }]));
    expect(codes(answer).filter((code) => code === "import_variable_inferred")).toHaveLength(3);
    const { variables } = await bench.ask(variableOperations.list, { params: { project_id } });
    expect(Object.fromEntries(variables.map(({ name, type }) => [name, type]))).toMatchObject({
      coins: "integer",
      open: "boolean",
    });
  });

  it("take over the first value the file declares, and keep enum values only the project has", async () => {
    const before = { name: "tide", type: "enum", enum_values: ["low", "high"], default: "low" };
    await send(file([{ key: "a", kind: "end" }], { variables: [before] }));
    const [made] = (await bench.ask(variableOperations.list, { params: { project_id } })).variables;
    await bench.ask(variableOperations.update, {
      params: { project_id, variable_id: made?.id ?? "" },
      body: { enum_values: ["low", "high", "spring"] },
    });
    const tide = {
      name: "tide",
      type: "enum",
      default: "high",
      enum_values: ["low", "high"],
      description: "Of the sea.",
    };
    const answer = await send(file([{ key: "a", kind: "end" }], { variables: [tide] }));
    expect(codes(answer)).toContain("import_variable_updated");
    const [after] = (await bench.ask(variableOperations.list, { params: { project_id } })).variables;
    expect(after).toMatchObject({
      default: "high",
      enum_values: ["low", "high", "spring"],
      description: "Of the sea.",
    });
  });

  it("find nodes and branches, also of later nodes and of other dialogues of the file", async () => {
    const visited = (ref: string) => ({ fn: "visited", args: [{ ref }] });
    const second = { key: "town", name: "Town", nodes: [{ key: "b", kind: "end", conditions: [visited("a")] }] };
    const nodes: Draft[] = [
      {
        key: "a",
        conditions: [visited("pay"), visited("lost")],
        branches: [{ target_key: "c", target_graph_key: "town" }],
      },
      { key: "c", branches: [{ key: "pay", target_key: "a" }] },
    ];
    const first = { key: "gate", name: "Gate", nodes };
    const answer = await send(file([], { graphs: [first, second] }));
    const [gate, town] = await Promise.all(answer.body.graphs.map(({ id }) => read(id)));
    const [a, c] = gate?.nodes ?? [];
    expect(a?.conditions[0]).toMatchObject({ args: [{ ref: c?.branches[0]?.id }] });
    expect(town?.nodes[0]?.conditions[0]).toMatchObject({ args: [{ ref: a?.id }] });
    expect(codes(answer).filter((code) => code === "import_reference_unknown")).toHaveLength(1);
    const lost = JSON.stringify(a?.conditions[1]).match(/node_\w+/)?.[0] ?? "";
    expect(a?.extensions).toEqual({ fabula: { missing: { [lost]: "lost" } } });
    expect(a?.branches[0]).toMatchObject({
      target_graph_id: town?.id,
      extensions: { fabula: { missing_target: "c" } },
    });
    expect((await save(gate?.id ?? "")).graphs[0]?.nodes[0]?.conditions[1]).toEqual(visited("lost"));
  });

  it("lead to another dialogue that was imported before", async () => {
    await send(
      file([{ key: "hall", kind: "end" }], {
        graphs: [{ key: "inn", name: "Inn", nodes: [{ key: "hall", kind: "end" }] }],
      }),
    );
    const exit_to = { graph_key: "inn", node_key: "hall" };
    const answer = await send(
      file([
        { key: "a", kind: "end", exit_to },
        { key: "b", kind: "end", exit_to: { graph_key: "nowhere" } },
      ]),
    );
    const graph = await read(answer.body.graphs[0]?.id ?? "");
    const inn = graph.nodes[0]?.exit_to;
    expect((await read(inn?.graph_id ?? "")).nodes[0]?.id).toBe(inn?.node_id);
    expect(graph.nodes[1]?.exit_to?.graph_id).toMatch(/^dlg_7zzzzzzzzz/);
    expect((await save(graph.id)).graphs[0]?.nodes.map((node) => node.exit_to)).toEqual([
      exit_to,
      { graph_key: "nowhere", node_key: null },
    ]);
  });
});

describe("a dialogue made here, edited in its export", () => {
  it("is changed in place: what the file has is as it says, what it lacks stays, what is new comes", async () => {
    const params = { project_id };
    const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "By hand" } });
    const inGraph = { params: { project_id, graph_id } };
    const group = await bench.ask(createGroup, { ...inGraph, body: { title: "Act I" } });
    const one = await bench.ask(createNode, {
      ...inGraph,
      body: { text: "One", group_id: group.id, canvas_x: 0, canvas_y: 0 },
    });
    const two = await bench.ask(createNode, { ...inGraph, body: { text: "Two", canvas_x: 400, canvas_y: 0 } });
    const document = await save(graph_id);
    const [graph] = document.graphs;
    const [first] = graph?.nodes ?? [];
    if (graph === undefined || first === undefined) expect.fail("an empty export");
    const edited = {
      ...document,
      graphs: [
        {
          ...graph,
          nodes: [
            { ...first, text: "One, edited" },
            { key: "fresh", kind: "end", text: "Three" },
          ],
        },
      ],
    };
    const answer = await send(edited);
    expect(answer.body.written.nodes).toEqual({ created: 1, updated: 1, deleted: 0, unchanged: 0 });
    expect(answer.body.written.groups).toMatchObject({ unchanged: 1, created: 0 });
    const after = await read(graph_id);
    expect(after.source).toBeNull();
    expect(after.nodes.map(({ id, text, source }) => [id, text, source?.key ?? null])).toEqual([
      [one.id, "One, edited", null],
      [two.id, "Two", null],
      [expect.any(String), "Three", "fresh"],
    ]);
    // Now "fresh" belongs to the file, and goes with it.
    const again = await send({ ...document, graphs: [graph] });
    expect(again.body.written.nodes).toMatchObject({ updated: 1, deleted: 1 });
  });

  it("keeps a speaker the file takes away out, and one it could not name in", async () => {
    const body = { external_id: "odo", type: "character", name: "Odo" };
    const odo = await bench.ask(createEntity, { params: { project_id }, body });
    const spoken = file([{ key: "a", kind: "end", speaker_key: "odo" }]);
    const graph_id = (await send(spoken)).body.graphs[0]?.id ?? "";
    await send(file([{ key: "a", kind: "end" }]));
    const [node] = (await read(graph_id)).nodes;
    expect(node?.speaker_id).toBeNull();
    await bench.ask(updateNode, { params: { project_id, node_id: node?.id ?? "" }, body: { speaker_id: odo.id } });
    expect((await save(graph_id)).graphs[0]?.nodes[0]?.speaker_key).toBe("odo");
  });

  it("changes nothing about names of nobody and nowhere when what was saved comes again", async () => {
    const graph_id = (await send(file([{ key: "a", kind: "line", branches: [{ target_key: "b" }] }]))).body.graphs[0]
      ?.id;
    const { nodes } = await read(graph_id ?? "");
    const node_id = nodes[0]?.id ?? "";
    const body = { speaker_id: "the_narrator", branches: [{ target_node_id: "The old gate", choice_text: "Go" }] };
    const made = await bench.ask(updateNode, { params: { project_id, node_id }, body });
    const again = await send(await save(graph_id ?? ""));
    expect(again.body.written.nodes).toEqual({ created: 0, updated: 0, deleted: 0, unchanged: 1 });
    expect((await read(graph_id ?? "")).nodes).toEqual([made]);
  });
});

describe("a wrong file", () => {
  it("is refused with every mistake at its pointer, and nothing is written", async () => {
    const wrong = file([{ key: "a", kind: "dance", branches: [{ target_key: 7 }] }, { key: "a" }]);
    const error = await send(wrong).catch((caught: unknown) => caught);
    if (!(error instanceof ValidationProblem)) expect.fail(`not a 422: ${error}`);
    expect(error.items.map(({ loc, type }) => [loc, type])).toEqual(
      error.items.map(() => [["body", "content"], "value_error"]),
    );
    expect(error.items.map(({ ctx }) => ctx?.pointer)).toEqual(
      expect.arrayContaining(["/graphs/0/nodes/0/kind", "/graphs/0/nodes/0/branches/0/target_key"]),
    );
  });

  it.each([
    [
      "a field named __proto__",
      '{"format":"fabula_json","version":1,"graphs":[{"key":"g","name":"g","nodes":[{"key":"a","extensions":{"__proto__":1}}]}]}',
    ],
    [
      "a variable without a name",
      JSON.stringify(file([{ key: "a" }], { variables: [{ name: "\u0000", type: "boolean", default: false }] })),
    ],
    [
      "a very long variable name",
      JSON.stringify(
        file([{ key: "a" }], { variables: [{ name: "x".repeat(5_000), type: "boolean", default: false }] }),
      ),
    ],
    [
      "an enum without values",
      JSON.stringify(file([{ key: "a" }], { variables: [{ name: "e", type: "enum", default: "x" }] })),
    ],
    ["too much nesting", `{"format":"fabula_json","x":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
    [
      "half of a surrogate pair",
      '{"format":"fabula_json","version":1,"graphs":[{"key":"g","name":"\\ud800","nodes":[{"key":"a"}]}]}',
    ],
    [
      "entities seventy levels deep",
      JSON.stringify(
        file([{ key: "a" }], {
          entities: Array.from({ length: 70 }, (_, i) => ({
            key: `e${i}`,
            type: "t",
            name: "n",
            parent_key: i === 0 ? null : `e${i - 1}`,
          })),
        }),
      ),
    ],
  ])("is a 422: %s", async (_, content) => {
    const error = await send(content).catch((caught: unknown) => caught);
    if (!(error instanceof ValidationProblem)) expect.fail(`not a 422: ${error}`);
    for (const { loc } of error.items) expect(loc.slice(0, 2)).toEqual(["body", "content"]);
  });

  it.each([
    [
      "keys that are names of everything",
      ["__proto__", "constructor", "toString", "node_01jd0000000000000000000000", "x".repeat(3_000)],
    ],
    ["keys in many scripts", ["雪", "🧂", "a\nb", " ", "\u202e"]],
  ])("is not: %s", async (_, keys) => {
    const nodes = keys.map((key) => ({ key, branches: keys.map((target_key) => ({ target_key })) }));
    const first = await send(file(nodes));
    const again = await send(file(nodes));
    expect(again.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    const document = await save(first.body.graphs[0]?.id ?? "");
    const third = await send(document);
    expect(third.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
  });
});
