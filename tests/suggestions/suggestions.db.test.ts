import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, record, suggestions } = registry;

let bench: Workbench;
let projectId: string;

beforeAll(async () => {
  bench = await openWorkbench();
  projectId = await bench.newProject("Suggestions");
});
afterAll(async () => {
  const report = await bench.replay(projectId);
  await bench.close();
  expect(report.differences).toEqual([]);
});

const inProject = () => ({ project_id: projectId });
const at = (suggestion_id: string) => ({ ...inProject(), suggestion_id });

/** A dialogue whose only card is its start. */
async function newDialogue(): Promise<{ graph: string; start: string }> {
  const graph = (await bench.ask(dialogues.create, { params: inProject(), body: { name: "At the gate" } })).id;
  const start = newId("node");
  await write(graph, [{ op: "node.create", node: { id: start, text: "Halt." } }]);
  return { graph, start };
}

async function write(graph_id: string, operations: object[]): Promise<void> {
  const body = { batch_id: newId("batch"), gestures: [{ label: "Edit", operations }] };
  const { results } = await bench.ask(dialogues.batch, { params: { ...inProject(), graph_id }, body });
  expect(results.flatMap(({ problem }) => problem ?? [])).toEqual([]);
}

/** Proposes `start → a → b`, each node a part, and the branch from the start a part of its own. */
async function proposeWay({ graph, start }: { graph: string; start: string }) {
  const [a, b, way] = [newId("node"), newId("node"), newId("br")];
  const branch = { id: newId("br"), choice_text: "On", target_node_id: b };
  const suggestion = await suggest(graph, [
    [{ op: "node.create", node: { id: a, text: "The gate.", branches: [branch] } }],
    [{ op: "node.create", node: { id: b, kind: "end", text: "The sea." } }],
    [{ op: "branch.create", node_id: start, branch: { id: way, choice_text: "Pay", target_node_id: a } }],
  ]);
  return { suggestion, a, b };
}

function suggest(graph_id: string, gestures: object[][], fields: object = {}) {
  const body = {
    graph_id,
    label: "Another way",
    gestures: gestures.map((operations, index) => ({ label: `Part ${index + 1}`, operations })),
    ...fields,
  };
  return bench.ask(suggestions.create, { params: inProject(), body });
}

const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; detail?: unknown }) => ({ code: error.code, detail: error.detail }),
  );
const getGraph = (graph_id: string) => bench.ask(dialogues.get, { params: { ...inProject(), graph_id } });
const getNode = (node_id: string) => bench.ask(dialogues.getNode, { params: { ...inProject(), node_id } });

describe("accepting", () => {
  test("the whole of it is one commit with the answer, and a second time there is nothing to accept", async () => {
    const dialogue = await newDialogue();
    const { suggestion, a, b } = await proposeWay(dialogue);
    expect(suggestion).toMatchObject({ status: "open", base_seq: expect.any(Number) });
    expect((await getGraph(dialogue.graph)).node_count).toBe(1);
    const done = await bench.ask(suggestions.accept, { params: at(suggestion.id), body: {} });
    expect(done).toMatchObject({ suggestion: { status: "accepted" }, dangling: [] });
    const { nodes } = await getGraph(dialogue.graph);
    expect(nodes.map(({ id }) => id)).toEqual([dialogue.start, a, b]);
    const { events } = await bench.ask(record.history, { params: { ...inProject(), subject_id: suggestion.id } });
    expect(events[0]).toMatchObject({
      kind: "suggestion.accepted",
      data: { parts: ["p1", "p2", "p3"] },
      seq: done.seq,
    });
    const [first] = (await bench.ask(record.history, { params: { ...inProject(), subject_id: a } })).events;
    expect(first).toMatchObject({ commit_seq: done.seq, data: { suggestion_id: suggestion.id, label: "Part 1" } });
    expect(await refused(bench.ask(suggestions.accept, { params: at(suggestion.id), body: {} }))).toEqual({
      code: "wrong_state",
      detail: { state: "accepted", allowed: ["open"] },
    });
  });

  test("a part alone says before what it would leave dangling, and is refused unless that is meant", async () => {
    const dialogue = await newDialogue();
    const { suggestion, a, b } = await proposeWay(dialogue);
    const preview = await bench.ask(suggestions.preview, { params: at(suggestion.id), body: { parts: ["p1"] } });
    const leadsNowhere = { kind: "branch", part_id: "p1", node_id: a, target_node_id: b, needs_part_id: "p2" };
    const dangling = [leadsNowhere, { kind: "unreached", part_id: "p1", node_id: a, needs_part_id: "p3" }];
    expect(preview).toMatchObject({ parts: [{ id: "p1", outcome: "fits" }], dangling });
    expect((await getGraph(dialogue.graph)).node_count).toBe(1);

    const work = bench.ask(suggestions.accept, { params: at(suggestion.id), body: { parts: ["p1"] } });
    expect(await refused(work)).toMatchObject({ code: "suggestion_dangles", detail: { total: 2, dangling } });
    const body = { parts: ["p1"], allow_dangling: true };
    const done = await bench.ask(suggestions.accept, { params: at(suggestion.id), body });
    expect(done.suggestion).toMatchObject({ status: "open" });
    expect(done.dangling).toMatchObject(dangling);
    // What leads to the rest is there by now, so the rest dangles no more.
    expect(
      (await bench.ask(suggestions.preview, { params: at(suggestion.id), body: { parts: ["p2"] } })).dangling,
    ).toEqual([]);
    await bench.ask(suggestions.accept, { params: at(suggestion.id), body: { parts: ["p2", "p3"] } });
    expect(await bench.ask(dialogues.validate, { params: { ...inProject(), graph_id: dialogue.graph } })).toEqual({
      dead_ends: [],
      unreachable: [],
      invalid_branch_targets: [],
    });
  });

  test("a part that changes what another one makes tells which, and is refused without it", async () => {
    const dialogue = await newDialogue();
    const node = newId("node");
    const suggestion = await suggest(dialogue.graph, [
      [{ op: "node.create", node: { id: node, text: "The sea." } }],
      [{ op: "node.update", id: node, patch: { text: "The sea at night." } }],
    ]);
    const body = { parts: ["p2"] };
    const preview = await bench.ask(suggestions.preview, { params: at(suggestion.id), body });
    expect(preview.parts).toMatchObject([{ outcome: "refused", needs_parts: ["p1"], problem: { code: "not_found" } }]);
    expect(await refused(bench.ask(suggestions.accept, { params: at(suggestion.id), body }))).toMatchObject({
      code: "suggestion_misfit",
      detail: { parts: [{ id: "p2", code: "not_found" }] },
    });
  });

  test("edits of a part are kept with its acceptance", async () => {
    const { graph, start } = await newDialogue();
    const suggestion = await suggest(graph, [[{ op: "node.update", id: start, patch: { text: "Stop." } }]]);
    const operations = [{ op: "node.update" as const, id: start, patch: { text: "Stand." } }];
    const body = { edits: [{ id: "p1", operations }] };
    const done = await bench.ask(suggestions.accept, { params: at(suggestion.id), body });
    expect(done.suggestion.parts).toMatchObject([{ status: "accepted", operations: [{ patch: { text: "Stand." } }] }]);
    expect(await getNode(start)).toMatchObject({ text: "Stand." });
  });
});

describe("what others changed since", () => {
  test("meets a field as mine and theirs, and can be accepted over once it was seen", async () => {
    const { graph, start } = await newDialogue();
    const suggestion = await suggest(graph, [
      [{ op: "node.update", id: start, patch: { text: "Stop.", title: "Gate" } }],
    ]);
    await write(graph, [{ op: "node.update", id: start, patch: { text: "Halt! Who goes there?" } }]);
    const preview = await bench.ask(suggestions.preview, { params: at(suggestion.id) });
    expect(preview.parts).toMatchObject([{ outcome: "conflicts" }]);
    const conflict = { part_id: "p1", id: start, field: "/text", mine: "Stop.", theirs: "Halt! Who goes there?" };
    const refusal = await refused(bench.ask(suggestions.accept, { params: at(suggestion.id), body: {} }));
    expect(refusal).toMatchObject({ code: "edit_conflict", detail: { conflicts: [conflict] } });
    const seen = refusal?.detail as { current_seq: number } | undefined;
    await bench.ask(suggestions.accept, { params: at(suggestion.id), body: { base_seq: seen?.current_seq ?? 0 } });
    expect(await getNode(start)).toMatchObject({ text: "Stop.", title: "Gate" });
  });

  test("a proposed deletion meets an edit of what it deletes, and no mere move", async () => {
    const { graph, start } = await newDialogue();
    const gone = newId("node");
    await write(graph, [{ op: "node.create", node: { id: gone, text: "Later." } }]);
    const suggestion = await suggest(graph, [[{ op: "node.delete", id: gone }]]);
    await write(graph, [{ op: "node.move", id: gone, canvas_x: 4, canvas_y: 8 }]);
    const outcome = async () =>
      (await bench.ask(suggestions.preview, { params: at(suggestion.id) })).parts.map((part) => part.outcome);
    expect(await outcome()).toEqual(["fits"]);
    await write(graph, [{ op: "node.update", id: gone, patch: { text: "Much later." } }]);
    expect(await outcome()).toEqual(["conflicts"]);
    expect(await getNode(start)).toMatchObject({ text: "Halt." });
  });

  test("a node that is deleted meanwhile leaves what leads to it dangling, and says so", async () => {
    const { graph, start } = await newDialogue();
    const target = newId("node");
    await write(graph, [{ op: "node.create", node: { id: target, text: "Later." } }]);
    const branch = { id: newId("br"), choice_text: "On", target_node_id: target };
    const suggestion = await suggest(graph, [[{ op: "branch.create", node_id: start, branch }]]);
    await write(graph, [{ op: "node.delete", id: target }]);
    expect(await refused(bench.ask(suggestions.accept, { params: at(suggestion.id), body: {} }))).toMatchObject({
      code: "suggestion_dangles",
      detail: { dangling: [{ kind: "branch", node_id: start, target_node_id: target, needs_part_id: null }] },
    });
  });

  test("a deletion tells of the branches that would lead nowhere", async () => {
    const { graph, start } = await newDialogue();
    const target = newId("node");
    await write(graph, [{ op: "node.create", node: { id: target, kind: "end", text: "Later." } }]);
    const branch = { id: newId("br"), choice_text: "On", target_node_id: target };
    await write(graph, [{ op: "branch.create", node_id: start, branch }]);
    const suggestion = await suggest(graph, [
      [{ op: "node.delete", id: target }],
      [{ op: "branch.delete", node_id: start, id: branch.id }],
    ]);
    const preview = await bench.ask(suggestions.preview, { params: at(suggestion.id), body: { parts: ["p1"] } });
    expect(preview.dangling).toMatchObject([{ kind: "branch", part_id: "p1", node_id: start, branch_id: branch.id }]);
    expect((await bench.ask(suggestions.preview, { params: at(suggestion.id) })).dangling).toEqual([]);
  });

  test("a dialogue that is deleted takes no suggestion, and takes it again when it is restored", async () => {
    const { graph, start } = await newDialogue();
    const suggestion = await suggest(graph, [[{ op: "node.update", id: start, patch: { text: "Stop." } }]]);
    await bench.ask(dialogues.delete, { params: { ...inProject(), graph_id: graph } });
    expect(await refused(bench.ask(suggestions.accept, { params: at(suggestion.id), body: {} }))).toMatchObject({
      code: "suggestion_state",
      detail: { graph_id: graph },
    });
    await bench.ask(record.restore, { params: { ...inProject(), subject_id: graph } });
    // What was deleted and came back has changed twice: whoever has seen it says so.
    const { seq } = await bench.ask(suggestions.preview, { params: at(suggestion.id) });
    const body = { base_seq: seq };
    const { suggestion: after } = await bench.ask(suggestions.accept, { params: at(suggestion.id), body });
    expect(after.status).toBe("accepted");
  });
});

/** Statuses that the answers to all open parts lead to, by the status they meet; null where they are refused. */
const TABLE = {
  open: { accept: "accepted", reject: "rejected" },
  "open, one part accepted": { accept: "accepted", reject: "partly_accepted" },
  "open, one part rejected": { accept: "partly_accepted", reject: "rejected" },
  accepted: { accept: null, reject: null },
  partly_accepted: { accept: null, reject: null },
  rejected: { accept: null, reject: null },
} as const;

/** Answers that lead a suggestion of two parts to a status. */
const WAYS: Record<keyof typeof TABLE, readonly ["accept" | "reject", string[]][]> = {
  open: [],
  "open, one part accepted": [["accept", ["p1"]]],
  "open, one part rejected": [["reject", ["p1"]]],
  accepted: [["accept", ["p1", "p2"]]],
  partly_accepted: [
    ["accept", ["p1"]],
    ["reject", ["p2"]],
  ],
  rejected: [["reject", ["p1", "p2"]]],
};

test("given any status, then each answer leads where the table says, or is a 409 `wrong_state`", async () => {
  const { graph, start } = await newDialogue();
  const parts = [{ text: "Stop." }, { title: "Gate" }].map((patch) => [{ op: "node.update", id: start, patch }]);
  for (const [status, row] of Object.entries(TABLE) as [keyof typeof TABLE, (typeof TABLE)["open"]][]) {
    for (const verb of ["accept", "reject"] as const) {
      const { id } = await suggest(graph, parts);
      for (const [by, ids] of WAYS[status]) await bench.ask(suggestions[by], { params: at(id), body: { parts: ids } });
      const answer = refused(bench.ask(suggestions[verb], { params: at(id), body: {} }));
      const refusal = row[verb] === null ? { code: "wrong_state", detail: { state: status, allowed: ["open"] } } : null;
      expect([status, verb, await answer]).toEqual([status, verb, refusal]);
      const after = await bench.ask(suggestions.get, { params: at(id) });
      expect([status, verb, after.status]).toEqual([status, verb, row[verb] ?? status]);
    }
  }
});

describe("rejecting and editing", () => {
  test("a rejected suggestion leaves the dialogue as it was, to the last version", async () => {
    const dialogue = await newDialogue();
    const before = await getGraph(dialogue.graph);
    const { suggestion, a } = await proposeWay(dialogue);
    const rejected = await bench.ask(suggestions.reject, { params: at(suggestion.id), body: { comment: "No." } });
    expect(rejected.status).toBe("rejected");
    expect(await getGraph(dialogue.graph)).toEqual(before);
    expect(await refused(getNode(a))).toMatchObject({ code: "not_found" });
    const diff = await bench.ask(record.diff, {
      params: inProject(),
      query: { from_seq: (suggestion.valid_from_seq ?? 1) - 1 },
    });
    expect(diff.differences.map(({ subject_id }) => subject_id)).toEqual([suggestion.id]);
  });

  test("some accepted and the rest rejected is partly accepted; answered parts cannot be edited", async () => {
    const { graph, start } = await newDialogue();
    const suggestion = await suggest(graph, [
      [{ op: "node.update", id: start, patch: { text: "Stop." } }],
      [{ op: "node.update", id: start, patch: { title: "Gate" } }],
    ]);
    await bench.ask(suggestions.update, {
      params: at(suggestion.id),
      body: { parts: [{ id: "p2", operations: [{ op: "node.update", id: start, patch: { title: "The gate" } }] }] },
    });
    await bench.ask(suggestions.accept, { params: at(suggestion.id), body: { parts: ["p1"] } });
    const work = bench.ask(suggestions.update, {
      params: at(suggestion.id),
      body: { parts: [{ id: "p1", label: "Late" }] },
    });
    expect(await refused(work)).toMatchObject({ code: "suggestion_state" });
    const end = await bench.ask(suggestions.reject, { params: at(suggestion.id), body: { parts: ["p2"] } });
    expect(end).toMatchObject({ status: "partly_accepted", parts: [{ status: "accepted" }, { status: "rejected" }] });
    const open = await bench.ask(suggestions.list, { params: inProject(), query: { graph_id: graph, status: "open" } });
    expect(open.suggestions).toEqual([]);
  });
});
