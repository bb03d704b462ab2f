import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, record, variables } = registry;

let bench: Workbench;
let projectId: string;

beforeAll(async () => {
  bench = await openWorkbench();
  projectId = await bench.newProject("Dialogues");
});
afterAll(() => bench.close());

const inProject = () => ({ project_id: projectId });

async function newGraph(name = "At the gate"): Promise<string> {
  return (await bench.ask(dialogues.create, { params: inProject(), body: { name } })).id;
}

function addNode(graphId: string, body: object) {
  return bench.ask(dialogues.createNode, { params: { ...inProject(), graph_id: graphId }, body });
}

function getGraph(graphId: string, atSeq?: number) {
  const query = atSeq === undefined ? {} : { at_seq: atSeq };
  return bench.ask(dialogues.get, { params: { ...inProject(), graph_id: graphId }, query });
}

function validate(graphId: string, atSeq?: number) {
  const query = atSeq === undefined ? {} : { at_seq: atSeq };
  return bench.ask(dialogues.validate, { params: { ...inProject(), graph_id: graphId }, query });
}

async function head(): Promise<number> {
  const { headers } = await bench.call(record.events, { params: inProject(), query: { limit: 1 } });
  return Number(headers["x-project-seq"]);
}

async function refused(work: Promise<unknown>): Promise<Problem | ValidationProblem> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem || error instanceof ValidationProblem) return error;
  throw new Error(`expected a refusal, got ${String(error)}`);
}

describe("nodes", () => {
  test("a node keeps every field it was created with", async () => {
    const graphId = await newGraph();
    const speaker = await bench.ask(entities.create, {
      params: inProject(),
      body: { external_id: newId("x"), type: "character", name: "Ysolde" },
    });
    const courage = await bench.ask(variables.create, {
      params: inProject(),
      body: { name: newId("v"), type: "integer" },
    });
    const target = newId("node");
    const made = await addNode(graphId, {
      kind: "line",
      title: "Toll",
      text: "Salt pays.",
      speaker_id: speaker.id,
      speaker_label: "???",
      tags: ["gate"],
      canvas_x: 10.5,
      canvas_y: -3,
      conditions: [{ op: "gte", args: [{ var: courage.id }, { lit: 3 }] }],
      on_enter_effects: [{ op: "add", target: courage.id, value: { lit: 1 }, when: [] }],
      branches: [
        { choice_text: "Pay", target_node_id: target },
        { choice_text: "Refuse", effects: [{ op: "set", target: courage.id, value: { lit: 9 }, when: [] }] },
      ],
      extensions: { twee3: { a: null } },
    });
    // Names in braces are uses as well; what only sounds like one is none.
    const said = [`You have { ${courage.name} }.`, `${courage.name} is no name here.`];
    for (const text of said) await addNode(graphId, { text, branches: [{ choice_text: `{${courage.name}}?` }] });
    const read = await bench.ask(dialogues.getNode, { params: { ...inProject(), node_id: made.id } });
    expect(read).toEqual(made);
    expect(read.branches.map(({ choice_text, target_node_id }) => [choice_text, target_node_id])).toEqual([
      ["Pay", target],
      ["Refuse", null],
    ]);
    expect(read.conditions[0]).toMatchObject({ op: "gte", args: [{ var: courage.id }, { lit: 3 }] });
    const uses = await bench.ask(variables.uses, { params: { ...inProject(), variable_id: courage.id } });
    expect(uses.uses.map(({ place, access }) => `${place} ${access}`)).toEqual([
      "conditions read",
      "on_enter_effects write",
      "branch_effects write",
      "text read",
      "choice_text read",
      "choice_text read",
    ]);
  });

  test("branches sent back without ids keep the ids they had", async () => {
    const graphId = await newGraph();
    const node = await addNode(graphId, { branches: [{ choice_text: "a" }, { choice_text: "b" }] });
    const [a, b] = node.branches;
    const patched = await bench.ask(dialogues.updateNode, {
      params: { ...inProject(), node_id: node.id },
      body: { branches: [{ choice_text: "a, reworded" }, { choice_text: "b" }] },
    });
    expect(patched.branches.map(({ id }) => id)).toEqual([a?.id, b?.id]);
    const swapped = await bench.ask(dialogues.updateNode, {
      params: { ...inProject(), node_id: node.id },
      body: { branches: [{ choice_text: "b" }, { choice_text: "a, reworded" }] },
    });
    expect(swapped.branches.map(({ id }) => id)).toEqual([b?.id, a?.id]);
  });

  test("null clears what may be cleared, and an empty patch leaves no event", async () => {
    const graphId = await newGraph();
    const node = await addNode(graphId, { title: "t", speaker_label: "l", canvas_x: 1, canvas_y: 2 });
    const params = { ...inProject(), node_id: node.id };
    const cleared = await bench.ask(dialogues.updateNode, {
      params,
      body: { title: null, speaker_label: null, speaker_id: null, canvas_x: null, canvas_y: null },
    });
    expect(cleared).toMatchObject({ title: null, speaker_label: null, canvas_x: null, canvas_y: null });
    const before = await head();
    await bench.ask(dialogues.updateNode, { params, body: {} });
    expect(await head()).toBe(before);
    const problem = await refused(bench.ask(dialogues.updateNode, { params, body: { text: null } }));
    expect(problem).toBeInstanceOf(ValidationProblem);
  });

  test("a change of position alone is an event of its own kind", async () => {
    const graphId = await newGraph();
    const node = await addNode(graphId, {});
    await bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id: node.id }, body: { canvas_x: 7 } });
    const history = await bench.ask(record.history, { params: { ...inProject(), subject_id: node.id } });
    expect(history.events.map(({ kind }) => kind)).toEqual(["dialogue_node.moved", "dialogue_node.created"]);
    expect(history.events[0]?.change).toEqual({ set: { "/canvas_x": 7 } });
  });

  test("logic that is no expression is refused at its place", async () => {
    const graphId = await newGraph();
    const problem = await refused(
      addNode(graphId, { branches: [{ conditions: [{ op: "eq", args: [{ var: "courage" }, { lit: 1 }] }] }] }),
    );
    expect(problem).toBeInstanceOf(ValidationProblem);
    const [item] = (problem as ValidationProblem).items;
    expect(item?.loc.slice(0, 5)).toEqual(["body", "branches", 0, "conditions", 0]);
    expect(item?.msg).toContain("courage");
  });

  test("a guard that cannot be expressed is kept as it stands", async () => {
    const graphId = await newGraph();
    const guard = { op: "opaque", format: "sugarcube", source: "$gold gt random(1, 6)" };
    const node = await addNode(graphId, { conditions: [guard] });
    expect(node.conditions[0]).toMatchObject(guard);
  });
});

describe("deleting a node", () => {
  test("leaves branches and the start dangling, and says so", async () => {
    const graphId = await newGraph();
    const start = await addNode(graphId, { kind: "end" });
    const other = await addNode(graphId, { branches: [{ choice_text: "back", target_node_id: start.id }] });
    const params = { ...inProject(), graph_id: graphId };
    await bench.ask(dialogues.update, { params, body: { start_node_id: start.id } });
    const before = await head();
    const left = await bench.ask(dialogues.deleteNode, { params: { ...inProject(), node_id: start.id } });
    expect(left).toMatchObject({
      start_dangles: true,
      dangling_branches: [{ from_node_id: other.id, branch_id: other.branches[0]?.id, choice_text: "back" }],
    });
    expect(await validate(graphId)).toEqual({
      dead_ends: [],
      unreachable: [other.id],
      invalid_branch_targets: [{ from_node_id: other.id, target_node_id: start.id, choice_text: "back" }],
    });
    expect(await validate(graphId, before)).toEqual({
      dead_ends: [],
      unreachable: [other.id],
      invalid_branch_targets: [],
    });
    expect((await getGraph(graphId, before)).nodes.map(({ id }) => id)).toEqual([start.id, other.id]);
    const restored = await bench.ask(record.restore, { params: { ...inProject(), subject_id: start.id }, body: {} });
    expect(restored.restored).toEqual([start.id]);
    expect((await validate(graphId)).invalid_branch_targets).toEqual([]);
  });

  test("an unknown start is refused", async () => {
    const graphId = await newGraph();
    const problem = await refused(
      bench.ask(dialogues.update, {
        params: { ...inProject(), graph_id: graphId },
        body: { start_node_id: newId("node") },
      }),
    );
    expect((problem as ValidationProblem).items[0]?.loc).toEqual(["body", "start_node_id"]);
  });

  test("an unknown graph is a 404 for validation", async () => {
    expect((await refused(validate(newId("dlg")))) as Problem).toMatchObject({ code: "not_found" });
  });
});

describe("a whole dialogue", () => {
  async function scene() {
    const graphId = await newGraph("Scene");
    const params = { ...inProject(), graph_id: graphId };
    const group = await bench.ask(dialogues.createGroup, { params, body: { title: "Act I" } });
    const end = await addNode(graphId, { kind: "end", group_id: group.id });
    const start = await addNode(graphId, { text: "one", branches: [{ target_node_id: end.id, choice_text: "go" }] });
    await bench.ask(dialogues.createAnnotation, { params, body: { text: "note", canvas_x: 0, canvas_y: 0 } });
    await bench.ask(dialogues.update, { params, body: { start_node_id: start.id } });
    return { graphId, params, group, start, end };
  }

  test("is restored to a moment: what was deleted, changed and added since", async () => {
    const { graphId, params, group, start, end } = await scene();
    const then = await getGraph(graphId);
    const seq = await head();
    await bench.ask(dialogues.deleteNode, { params: { ...inProject(), node_id: end.id } });
    await bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id: start.id }, body: { text: "two" } });
    await addNode(graphId, { text: "new" });
    await bench.ask(dialogues.deleteGroup, { params: { ...inProject(), group_id: group.id } });
    const result = await bench.ask(dialogues.restore, { params, body: { seq } });
    expect(result).toMatchObject({ brought_back: 2, changed: 1, deleted: 1 });
    const now = await getGraph(graphId);
    const content = (graph: typeof now) =>
      graph.nodes.map(({ id, text, group_id, branches }) => ({ id, text, group_id, branches }));
    expect(content(now)).toEqual(content(then));
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("comes back whole after it was deleted", async () => {
    const { graphId, params } = await scene();
    const then = await getGraph(graphId);
    expect(await bench.ask(dialogues.delete, { params })).toMatchObject({ nodes: 2 });
    expect(await refused(getGraph(graphId))).toMatchObject({ code: "not_found" });
    const back = await bench.ask(record.restore, { params: { ...inProject(), subject_id: graphId }, body: {} });
    expect(back.skipped).toEqual([]);
    const now = await getGraph(graphId);
    expect(now.nodes.map(({ id }) => id)).toEqual(then.nodes.map(({ id }) => id));
    expect(now.groups).toHaveLength(1);
    expect(now.annotations).toHaveLength(1);
  });

  test("is duplicated under new ids that point into the copy", async () => {
    const { params, start, end } = await scene();
    const made = await bench.ask(dialogues.duplicate, { params, body: {} });
    expect(made).toMatchObject({ name: "Scene (copy)", node_count: 2 });
    const copy = await getGraph(made.id);
    const line = copy.nodes.find(({ text }) => text === "one");
    const ending = copy.nodes.find(({ kind }) => kind === "end");
    expect(line?.branches[0]?.target_node_id).toBe(ending?.id);
    expect(copy.start_node_id).toBe(line?.id);
    expect(ending?.group_id).toBe(copy.groups[0]?.id);
    expect([start.id, end.id]).not.toContain(line?.id);
    expect(await validate(copy.id)).toEqual({ dead_ends: [], unreachable: [], invalid_branch_targets: [] });
  });
});

describe("a batch of gestures", () => {
  test("applies what it can, reports the rest, and answers a resend with the first answer", async () => {
    const graphId = await newGraph();
    const params = { ...inProject(), graph_id: graphId };
    const first = newId("node");
    const body = {
      batch_id: newId("batch"),
      gestures: [
        {
          label: "Add a card",
          operations: [
            { op: "node.create", node: { id: first, text: "one" } },
            { op: "dialogue.update", patch: { start_node_id: first } },
          ],
        },
        {
          label: "Poison",
          operations: [
            { op: "node.create", node: { id: newId("node"), text: "lost" } },
            { op: "node.delete", id: newId("node") },
          ],
        },
        { label: "Move", operations: [{ op: "node.move", id: first, canvas_x: 5, canvas_y: 6 }] },
      ],
    };
    const answer = await bench.ask(dialogues.batch, { params, body });
    expect(answer.results.map(({ status }) => status)).toEqual(["applied", "refused", "applied"]);
    expect(answer.results[1]?.problem).toMatchObject({ status: 404, code: "not_found" });
    const graph = await getGraph(graphId);
    expect(graph.nodes).toHaveLength(1);
    expect(graph.nodes[0]).toMatchObject({ id: first, text: "one", canvas_x: 5 });
    expect(graph.start_node_id).toBe(first);
    const seq = await head();
    const again = await bench.ask(dialogues.batch, { params, body });
    expect(again.results).toEqual(answer.results);
    expect(await head()).toBe(seq);
  });

  test("names both sides of a conflict, and positions never conflict", async () => {
    const graphId = await newGraph();
    const params = { ...inProject(), graph_id: graphId };
    const node = await addNode(graphId, { text: "base" });
    const base = await head();
    await bench.ask(dialogues.updateNode, {
      params: { ...inProject(), node_id: node.id },
      body: { text: "theirs", canvas_x: 1 },
    });
    const update = (patch: object) => ({
      label: "Edit",
      operations: [{ op: "node.update", id: node.id, patch, base_seq: base }],
    });
    const answer = await bench.ask(dialogues.batch, {
      params,
      body: {
        batch_id: newId("batch"),
        gestures: [update({ text: "mine" }), update({ title: "also mine" }), update({ canvas_x: 9 })],
      },
    });
    expect(answer.results.map(({ status }) => status)).toEqual(["refused", "applied", "applied"]);
    expect(answer.results[0]?.problem?.detail).toMatchObject({
      conflicts: [{ id: node.id, field: "/text", mine: "mine", theirs: "theirs", by: bench.caller.actor }],
    });
  });
});

test("after all of this, replay finds no difference", async () => {
  const report = await bench.replay(projectId);
  expect(report.differences).toEqual([]);
  expect(report.rows_compared).toBeGreaterThan(30);
});
