import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, relationships, projects, dialogues, record } = registry;
let bench: Workbench;
let project_id: string;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project_id = await bench.newProject("Limits");
});

/** An object whose JSON has so many bytes. */
function ofBytes(bytes: number, key = "a"): Record<string, string> {
  return { [key]: "x".repeat(bytes - JSON.stringify({ [key]: "" }).length) };
}

const makeEntity = async (properties: object = {}) => {
  const body = { external_id: newId("x"), type: "thing", name: "A thing", properties };
  return (await bench.ask(entities.create, { params: { project_id }, body })).id;
};
const patchEntity = (entity_id: string, body: object) =>
  bench.call(entities.update, { params: { project_id, entity_id }, body });
const makeGraph = async () =>
  (await bench.ask(dialogues.create, { params: { project_id }, body: { name: "A scene" } })).id;
const importing = (body: object) => bench.call(dialogues.import, { params: { project_id }, body });
const head = async () => (await bench.call(projects.get, { params: { project_id } })).body.last_seq;

const over = (field: string, max: number, actual: unknown = expect.any(Number)) =>
  expect.objectContaining({
    loc: ["body", ...field.split(".")],
    ctx: expect.objectContaining({ max_length: max, actual_length: actual }),
  });

describe("what patches add up to", () => {
  test("is bounded for properties of entities", async () => {
    const id = await makeEntity(ofBytes(250_000));
    const before = await head();
    const refused = await refusal(patchEntity(id, { properties: ofBytes(250_000, "b") }));
    expect(refused.items).toEqual([over("properties", 262_144, 499_999)]);
    expect(refused.items[0]?.msg).toBe("Data should have at most 262144 bytes, not 499999");
    expect(await head()).toBe(before);
    await patchEntity(id, { properties: { a: null, ...ofBytes(250_000, "b") } });
  });

  test("is bounded for relationships and the project itself", async () => {
    const [source_id, target_id] = [await makeEntity(), await makeEntity()];
    const body = { type: "knows", source_id, target_id, properties: ofBytes(60_000) };
    const { id } = await bench.ask(relationships.create, { params: { project_id }, body });
    const params = { project_id, relationship_id: id };
    const grow = () => bench.call(relationships.update, { params, body: { properties: ofBytes(60_000, "b") } });
    expect((await refusal(grow())).items).toEqual([over("properties", 65_536)]);
    const patch = (metadata: object) => bench.call(projects.update, { params: { project_id }, body: { metadata } });
    await patch(ofBytes(60_000));
    expect((await refusal(patch(ofBytes(60_000, "b")))).items).toEqual([over("metadata", 65_536)]);
  });

  test("is bounded for extensions of dialogues, nodes and branches, and for branches together", async () => {
    const graph_id = await makeGraph();
    const grow = (extensions: object) =>
      bench.call(dialogues.update, { params: { project_id, graph_id }, body: { extensions } });
    await grow({ tool: ofBytes(250_000) });
    expect((await refusal(grow({ tool: ofBytes(20_000, "b") }))).items).toEqual([over("extensions", 262_144)]);

    const [node, branch] = [newId("node"), newId("br")];
    const send = async (...operations: object[]) => {
      const body = { batch_id: newId("batch"), gestures: [{ label: "Edit", operations }] };
      return (await bench.ask(dialogues.batch, { params: { project_id, graph_id }, body })).results[0];
    };
    await send({ op: "node.create", node: { id: node, extensions: { tool: ofBytes(250_000) } } });
    await send({ op: "branch.create", node_id: node, branch: { id: branch, extensions: { tool: ofBytes(250_000) } } });
    const wider = { extensions: { tool: ofBytes(20_000, "b") } };
    const onNode = await send({ op: "node.update", id: node, patch: wider });
    expect(onNode?.problem?.detail).toMatchObject([
      { loc: ["body", "gestures", 0, "operations", 0, "patch", "extensions"], ctx: { actual_length: 270_008 } },
    ]);
    const onBranch = await send({ op: "branch.update", node_id: node, id: branch, patch: wider });
    expect(onBranch?.problem?.detail).toMatchObject([
      { loc: ["body", "gestures", 0, "operations", 0, "branches", "extensions"], ctx: { max_length: 262_144 } },
    ]);
    const more = () => ({
      op: "branch.create",
      node_id: node,
      branch: { id: newId("br"), extensions: { tool: ofBytes(250_000) } },
    });
    const results = [];
    for (let n = 0; n < 8; n++) results.push((await send(more()))?.status);
    expect(results).toEqual([...Array(7).fill("applied"), "refused"]);
  });
});

describe("a state that is over a limit already", () => {
  /** Puts a value into a subject behind the back of every limit, in its version and in its event. */
  async function smuggle(table: string, id: string, field: string, value: object): Promise<void> {
    const text = JSON.stringify(value);
    const { writes } = bench.database;
    await writes.execute(
      sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(field)} = ${text}::jsonb WHERE project_id = ${project_id} AND id = ${id}`,
    );
    await writes.execute(
      sql`UPDATE events SET change = jsonb_set(change, ${`{set,"",${field}}`}::text[], ${text}::jsonb)
          WHERE project_id = ${project_id} AND subject_id = ${id}`,
    );
  }

  test("may change where it is not, may shrink, and may not grow", async () => {
    const id = await makeEntity();
    await smuggle("entity_versions", id, "properties", { ...ofBytes(400_000), b: "bb" });
    await patchEntity(id, { name: "Renamed" });
    await patchEntity(id, { properties: { b: "b" } });
    await patchEntity(id, { properties: { b: "c" } });
    const grown = await refusal(patchEntity(id, { properties: { b: "ccc" } }));
    expect(grown.items).toEqual([over("properties", 262_144)]);
    await patchEntity(id, { properties: { a: null } });
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  test("comes back as it went, and is not made twice", async () => {
    const graph_id = await makeGraph();
    await smuggle("dialogue_versions", graph_id, "extensions", ofBytes(400_000));
    const duplicate = () =>
      bench.call(dialogues.duplicate, { params: { project_id, graph_id }, body: { name: "Another" } });
    expect((await refusal(duplicate())).items).toEqual([over("extensions", 262_144)]);
    await bench.ask(dialogues.delete, { params: { project_id, graph_id } });
    await bench.ask(record.restore, { params: { project_id, subject_id: graph_id }, body: {} });
    const seq = await head();
    await bench.ask(dialogues.update, { params: { project_id, graph_id }, body: { extensions: { a: "small" } } });
    const back = () => bench.call(dialogues.restore, { params: { project_id, graph_id }, body: { seq } });
    expect((await refusal(back())).items).toEqual([over("extensions", 262_144)]);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });
});

describe("an import", () => {
  const story = (graph: object, more: object = {}) => ({
    format: "fabula_json",
    content: { format: "fabula_json", version: 1, graphs: [{ key: "g", name: "Gate", ...graph }], ...more },
  });

  test("of our own format is refused where a request would be, by name", async () => {
    const before = await head();
    const many = (length: number) => ({
      nodes: [{ key: "Fork", branches: Array(length).fill({ choice_text: "Go" }) }],
    });
    const cases: [object, string][] = [
      [story({ extensions: ofBytes(7_000_000) }), "“Gate”"],
      [story({ nodes: [{ key: "Fork", extensions: ofBytes(300_000) }] }), "“Fork”"],
      [story({ nodes: [{ key: "Fork", branches: [{ extensions: ofBytes(300_000) }] }] }), "a branch of “Fork”"],
      [story(many(201)), "“Fork” has 201 branches; at most 200"],
      [
        story({ nodes: [{ key: "Fork", conditions: Array(101).fill({ lit: true }) }] }),
        "“Fork” has 101 conditions; at most 100",
      ],
      [
        story({}, { entities: [{ key: "mara", type: "character", name: "Mara", properties: ofBytes(300_000) }] }),
        "“Mara”",
      ],
    ];
    for (const [body, words] of cases) {
      const { items } = await refusal(importing(body));
      expect(items).toMatchObject([{ loc: ["body", "content"], ctx: { code: "too_large" } }]);
      expect(items[0]?.msg).toContain(words);
    }
    expect(await head()).toBe(before);
    const node = (await importing(story(many(200)))).body.graphs[0];
    expect(node?.branches).toBe(200);
  });

  test("adds to what is there, and is measured with it", async () => {
    const file = (properties: object) =>
      story({}, { entities: [{ key: "mara", type: "character", name: "Mara", properties }] });
    await importing(file(ofBytes(200_000)));
    const { items } = await refusal(importing(file(ofBytes(200_000, "b"))));
    expect(items).toEqual([over("content.mara.properties", 262_144)]);
  });

  test("of a foreign format leaves out what is too large beside the story, and says so", async () => {
    const style = "body { color: black } ".repeat(14_000);
    const content = `:: StoryTitle\nFerry\n\n:: Looks [stylesheet]\n${style}\n\n:: Small [script]\nlet a = 1;\n\n:: Start\nThe ferry waits.`;
    const { body } = await importing({ format: "twee3", content });
    expect(body.report).toContainEqual(
      expect.objectContaining({ severity: "warning", code: "import_extension_left_out", source: "Looks" }),
    );
    const graph = await bench.ask(dialogues.get, { params: { project_id, graph_id: body.graphs[0]?.id ?? "" } });
    expect(graph.nodes.map(({ text }) => text)).toEqual(["The ferry waits."]);
    expect(JSON.stringify(graph.extensions)).toContain("let a = 1;");
    expect(JSON.stringify(graph.extensions).length).toBeLessThan(1_000);
  });
});
