import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "#domain/canonical-json.ts";
import { createAnnotation } from "#server/features/dialogues/operations/create-annotation.ts";
import { createDialogue } from "#server/features/dialogues/operations/create-dialogue.ts";
import { createGroup } from "#server/features/dialogues/operations/create-group.ts";
import { createNode } from "#server/features/dialogues/operations/create-node.ts";
import { deleteNode } from "#server/features/dialogues/operations/delete-node.ts";
import { exportDialogue } from "#server/features/dialogues/operations/export-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { updateDialogue } from "#server/features/dialogues/operations/update-dialogue.ts";
import { createEntity } from "#server/features/entities/operations/create-entity.ts";
import { deleteEntity } from "#server/features/entities/operations/delete-entity.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { ids, randomNodes } from "#tests/random-dialogue.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { variables: variableOperations } = registry;

const runs = rounds({ gate: 4, full: 100 });

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

async function exported(
  project_id: string,
  graph_id: string,
  at_seq?: number,
): Promise<{ content: unknown; text: string }> {
  const query = { format: "fabula_json", ...(at_seq !== undefined && { at_seq }) };
  const { content } = await bench.ask(exportDialogue, { params: { project_id, graph_id }, query });
  return { content, text: canonicalJson(content) };
}

async function imported(project_id: string, content: unknown) {
  const body = { format: "fabula_json", content };
  const answer = await bench.call(importDialogues, { params: { project_id }, body });
  return { ...answer.body, id: answer.body.graphs[0]?.id ?? "", seq: Number(answer.headers["x-project-seq"]) };
}

/** A project with a dialogue in which everything occurs that a dialogue can hold, or that can be missing from it. */
async function randomDialogue(seed: number): Promise<{ project_id: string; graph_id: string; seq: number }> {
  const project_id = await bench.newProject();
  const params = { project_id };
  const [graph_id = "", other = "", nowhere = ""] = ids("dlg", 3);
  for (const [id, name] of [
    [graph_id, "One"],
    [other, "Two"],
  ])
    await bench.ask(createDialogue, { params, body: { id, name } });
  const inGraph = { project_id, graph_id };
  const [near = "", far = ""] = ids("grp", 2);
  for (const id of [near, far])
    await bench.ask(createGroup, { params: inGraph, body: { id, title: `Group ${id.at(-1)}`, color: "teal" } });
  await bench.ask(createAnnotation, {
    params: inGraph,
    body: { text: "Note", canvas_x: 1.5, canvas_y: -2, width: null, height: 40, color: "blue" },
  });
  const variables = ids("var", 3);
  for (const [index, id] of variables.entries()) {
    const shapes = [
      { type: "boolean" },
      { type: "enum", enum_values: ["low", "high"], default: "high" },
      { type: "number", default: 0.5 },
    ];
    await bench.ask(variableOperations.create, {
      params,
      body: { id, name: `v${index} ${"wert"[index]}`, ...shapes[index] },
    });
  }
  const entities = ids("ent", 3);
  for (const id of entities)
    await bench.ask(createEntity, {
      params,
      body: { id, external_id: `who/${id.slice(-6)}`, type: "character", name: "Who" },
    });
  const nodes = ids("node", 6);
  const branches = ids("br", 9);
  const [stranger = "", gone = ""] = [nodes[4], nodes[5]];
  const named = {
    nodes: [...nodes, ...ids("node", 1)],
    branches: [...branches, ...ids("br", 1)],
    variables,
    entities,
    graphs: [graph_id, other, nowhere],
    groups: [near, far],
  };
  const [bodies] = fc.sample(randomNodes(named, nodes, branches), { seed, numRuns: 1 });
  for (const [index, body] of (bodies ?? []).entries()) {
    const home = nodes[index] === stranger ? other : graph_id;
    const group_id = home === other ? null : body.group_id;
    await bench.ask(createNode, { params: { project_id, graph_id: home }, body: { ...body, group_id } });
  }
  await bench.ask(updateDialogue, {
    params: inGraph,
    body: { start_node_id: nodes[seed % 4] ?? null, description: "Of all sorts." },
  });
  await bench.ask(deleteNode, { params: { project_id, node_id: gone } });
  const last = await bench.call(deleteEntity, { params: { project_id, entity_id: entities[2] ?? "" } });
  return { project_id, graph_id, seq: Number(last.headers["x-project-seq"]) };
}

describe("export and import", () => {
  it("of thousands of nodes are one commit, however many pieces it is written in", async () => {
    const project_id = await bench.newProject();
    const nodes = Array.from({ length: 2_500 }, (_, n) => ({
      key: `n${n}`,
      canvas_x: n,
      canvas_y: 0,
      branches: [{ target_key: `n${(n + 1) % 2_500}`, choice_text: "On" }],
    }));
    const content = { format: "fabula_json", version: 1, graphs: [{ key: "g", name: "Long", nodes }] };
    const made = await imported(project_id, content);
    expect(made.written.nodes.created).toBe(2_500);
    const commits = await bench.database.reads.execute<{ commits: number; events: number }>(
      sql`SELECT count(DISTINCT commit_seq) AS commits, count(*) AS events FROM events WHERE project_id = ${project_id}
          AND seq > 1`,
    );
    expect(commits).toEqual([{ commits: 1, events: 2_501 }]);
    const { text } = await exported(project_id, made.id);
    const changed = structuredClone(content);
    for (const node of changed.graphs[0]?.nodes ?? []) node.canvas_y = 5;
    expect((await imported(project_id, changed)).written.nodes.updated).toBe(2_500);
    expect((await exported(project_id, made.id, made.seq)).text).toBe(text);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  it("give the same document again, here and in another project, whatever the dialogue holds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { project_id, graph_id, seq } = await randomDialogue(seed);
        const first = await exported(project_id, graph_id);

        const here = await imported(project_id, first.content);
        expect(here.seq).toBe(seq);
        expect(here.id).toBe(graph_id);

        const away = await bench.newProject();
        const there = await imported(away, first.content);
        const second = await exported(away, there.id);
        expect(second.text).toBe(first.text);
        const again = await imported(away, JSON.stringify(second.content));
        expect(again).toMatchObject({ id: there.id, seq: there.seq });

        await bench.ask(updateDialogue, { params: { project_id, graph_id }, body: { name: "Renamed since" } });
        expect((await exported(project_id, graph_id, seq)).text).toBe(first.text);
        expect((await bench.replay(away)).differences).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it("lays out nodes that were never placed, the same every time", async () => {
    const project_id = await bench.newProject();
    const { id: graph_id } = await bench.ask(createDialogue, { params: { project_id }, body: { name: "Unplaced" } });
    for (const text of ["a", "b", "c"])
      await bench.ask(createNode, { params: { project_id, graph_id }, body: { text } });
    const first = await exported(project_id, graph_id);
    expect((await exported(project_id, graph_id)).text).toBe(first.text);
    await imported(project_id, first.content);
    expect((await exported(project_id, graph_id)).text).toBe(first.text);
  });

  it("keep two dialogues that lead to each other together", async () => {
    const project_id = await bench.newProject();
    const [one = "", two = ""] = ids("dlg", 2);
    const [from = "", to = ""] = ids("node", 2);
    for (const [id, name] of [
      [one, "One"],
      [two, "Two"],
    ])
      await bench.ask(createDialogue, { params: { project_id }, body: { id, name } });
    await bench.ask(createNode, { params: { project_id, graph_id: two }, body: { id: to } });
    const body = { id: from, kind: "end", exit_to: { graph_id: two, node_id: to } };
    await bench.ask(createNode, { params: { project_id, graph_id: one }, body });
    const away = await bench.newProject();
    const second = await imported(away, (await exported(project_id, two)).content);
    const first = await imported(away, (await exported(project_id, one)).content);
    const file = await exported(away, first.id);
    expect(file.text).toBe((await exported(project_id, one)).text);
    expect(second.graphs).toHaveLength(1);
  });
});
