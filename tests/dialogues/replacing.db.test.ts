import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues } = registry;

let bench: Workbench;
let projectId = "";
const graphs: Record<"gate" | "town", string> = { gate: "", town: "" };

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const inProject = () => ({ project_id: projectId });
const addNode = (graph: keyof typeof graphs, body: object) =>
  bench.ask(dialogues.createNode, { params: { ...inProject(), graph_id: graphs[graph] }, body });
const nodeOf = (id: string) => bench.ask(dialogues.getNode, { params: { ...inProject(), node_id: id } });
const update = (id: string, body: object) =>
  bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id: id }, body });
const replace = (body: object) => bench.ask(dialogues.replace, { params: inProject(), body });
const preview = (body: object) => replace({ ...body, dry_run: true });
const undo = (seq: number) => bench.ask(dialogues.undoReplace, { params: inProject(), body: { seq } });
const refusal = (body: object) =>
  replace(body).then(
    () => null,
    (error: unknown) => error,
  );

async function newStory() {
  projectId = await bench.newProject("Replacing");
  for (const name of ["gate", "town"] as const) {
    graphs[name] = (await bench.ask(dialogues.create, { params: inProject(), body: { name } })).id;
    // What is found is told in the order of the ids, and those of one millisecond have none.
    await sleep(2);
  }
  const keeper = await addNode("gate", {
    title: "Toll",
    text: "The toll is due. Pay the Toll.",
    speaker_label: "Toll keeper",
    tags: ["toll", "gate"],
    branches: [{ choice_text: "Pay the toll" }, { choice_text: "Refuse" }],
  });
  const crier = await addNode("town", { text: "Tolls, tolls everywhere." });
  return { keeper, crier };
}

describe("find and replace", () => {
  test("a dry run tells every place, page by page, and changes nothing", async () => {
    const { keeper, crier } = await newStory();
    const all = ["texts", "choices", "titles", "speaker_labels", "tags"];
    const told = await preview({ find: "toll", replace: "tithe", in: all, limit: 3 });
    expect(told).toMatchObject({ total: 6, has_more: true, replacements: 8, refused: 0 });
    expect(told.changed).toEqual({ places: 6, nodes: 2, dialogues: 2 });
    const [branch] = keeper.branches;
    const rest = await preview({ find: "toll", replace: "tithe", in: all, limit: 3, offset: 3 });
    expect([...told.hits, ...rest.hits].map(({ node_id, pointer, after }) => [node_id, pointer, after])).toEqual([
      [keeper.id, "/title", "tithe"],
      [keeper.id, "/speaker_label", "tithe keeper"],
      [keeper.id, "/text", "The tithe is due. Pay the tithe."],
      [keeper.id, `/branches/${branch?.id}/choice_text`, "Pay the tithe"],
      [keeper.id, "/tags/0", "tithe"],
      [crier.id, "/text", "tithes, tithes everywhere."],
    ]);
    expect(await nodeOf(keeper.id)).toEqual(keeper);
  });

  test("writes one commit, of the places that are wanted, within what is asked for", async () => {
    const { keeper, crier } = await newStory();
    const done = await replace({
      find: "Toll",
      replace: "Tithe",
      match_case: true,
      in: ["texts", "titles"],
      except: [{ node_id: keeper.id, pointer: "/title" }],
    });
    expect(done.changed).toEqual({ places: 2, nodes: 2, dialogues: 2 });
    const [one, other] = [await nodeOf(keeper.id), await nodeOf(crier.id)];
    expect([one.title, one.text, other.text]).toEqual([
      "Toll",
      "The toll is due. Pay the Tithe.",
      "Tithes, tolls everywhere.",
    ]);
    expect(done.seq - Math.min(one.valid_from_seq ?? 0, other.valid_from_seq ?? 0)).toBe(1);
    const only = { node_id: crier.id, pointer: "/text" };
    expect((await preview({ find: "t", replace: "", only: [only] })).changed.places).toBe(1);
    expect((await preview({ find: "tolls", replace: "", whole_word: true, graph_ids: [graphs.gate] })).total).toBe(0);
    expect((await preview({ find: "due", replace: "", speaker_label: "Toll keeper" })).total).toBe(1);
    expect((await preview({ find: "(\\w+) is", replace: "$1 was", regex: true })).hits[0]?.after).toContain("toll was");
    // Its label is cut between characters, wherever a pair of surrogates stands.
    for (const replacement of [`${"x".repeat(79)}🗝`, `${"x".repeat(78)}🗝🗝`]) {
      expect((await replace({ find: "due", replace: replacement })).changed.places).toBe(1);
      await update(keeper.id, { text: "due" });
    }
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("says what was changed since the preview, and writes nothing then", async () => {
    const { keeper, crier } = await newStory();
    const { seq } = await preview({ find: "tolls", replace: "dues" });
    await update(crier.id, { text: "Tolls, tolls and more tolls." });
    await update(keeper.id, { title: "Another" });
    expect(await refusal({ find: "toll", replace: "due", base_seq: seq })).toMatchObject({
      code: "edit_conflict",
      detail: { conflicts: [{ id: crier.id, field: "/text" }] },
    });
    expect((await nodeOf(keeper.id)).text).toBe(keeper.text);
    expect((await preview({ find: "due", replace: "x", base_seq: seq })).total).toBe(1);
  });

  test("is taken back field by field, but for what was changed since", async () => {
    const { keeper, crier } = await newStory();
    const { seq } = await replace({ find: "toll", replace: "tithe", in: ["texts", "choices", "tags"] });
    await update(keeper.id, { text: "Somebody wrote on." });
    const back = await undo(seq);
    const text = { node_id: keeper.id, node_name: "Toll", pointer: "/text", field_name: "Text" };
    expect(back).toMatchObject({ restored: 3, left: [{ ...text, reason: "changed_since" }], left_total: 1 });
    const now = await nodeOf(keeper.id);
    expect(now.text).toBe("Somebody wrote on.");
    expect(now.tags).toEqual(keeper.tags);
    expect(now.branches).toEqual(keeper.branches);
    expect((await nodeOf(crier.id)).text).toBe(crier.text);
    await expect(undo(back.seq)).rejects.toMatchObject({ items: [{ loc: ["body", "seq"] }] });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("names what stays as it is by its card and field, and a card that is gone as it was replaced", async () => {
    const { keeper, crier } = await newStory();
    const [branch] = keeper.branches;
    const { seq } = await replace({ find: "tolls?", replace: "tithe", regex: true });
    await bench.ask(dialogues.deleteNode, { params: { ...inProject(), node_id: crier.id } });
    const patch = { choice_text: "Pay twice" };
    const operations = [{ op: "branch.update", node_id: keeper.id, id: branch?.id, patch }];
    const batch = { batch_id: "another-choice", gestures: [{ label: "Edit", operations }] };
    await bench.ask(dialogues.batch, { params: { ...inProject(), graph_id: graphs.gate }, body: batch });
    await update(keeper.id, { title: "The keeper" });
    const { left, restored } = await undo(seq);
    expect(restored).toBe(1);
    expect(left).toEqual([
      {
        node_id: keeper.id,
        node_name: "The keeper",
        pointer: `/branches/${branch?.id}/choice_text`,
        field_name: "Choice text",
        reason: "changed_since",
      },
      {
        node_id: crier.id,
        node_name: "tithe, tithe everywhere.",
        pointer: "/text",
        field_name: "Text",
        reason: "gone",
      },
    ]);
  });

  test("leaves words that cannot stand there, and names what is wrong with an expression", async () => {
    const { keeper } = await newStory();
    const told = await preview({ find: "Toll", replace: "a\nb", in: ["titles", "texts"] });
    expect(told.hits.map(({ refused }) => refused)).toEqual(["not_one_line", null, null]);
    expect(told.refused).toBe(1);
    await replace({ find: "gate", replace: "", in: ["tags"] });
    await replace({ find: "Toll", replace: " ", in: ["titles"] });
    expect(await nodeOf(keeper.id)).toMatchObject({ title: null, tags: ["toll"] });
    expect(await refusal({ find: "(a", replace: "", regex: true })).toMatchObject({
      items: [{ loc: ["body", "find"], ctx: expect.objectContaining({ at: 0 }) }],
    });
    expect(await refusal({ find: "a", replace: "$1", regex: true })).toMatchObject({
      items: [{ loc: ["body", "replace"] }],
    });
    await expect(preview({ find: "a", replace: "", graph_ids: [`dlg_${"0".repeat(26)}`] })).rejects.toMatchObject({
      items: [{ loc: ["body", "graph_ids", 0] }],
    });
  });
});

describe("line status", () => {
  test("final words are remembered, a change shows, and final is said again or taken back", async () => {
    const { keeper } = await newStory();
    const [branch] = keeper.branches;
    const final = await update(keeper.id, { status: "final" });
    expect(final).toMatchObject({ status: "final", final_text: keeper.text });
    const changed = await update(keeper.id, { text: "Pay." });
    expect(changed).toMatchObject({ status: "final", final_text: keeper.text, text: "Pay." });
    expect(await update(keeper.id, { status: "final" })).toMatchObject({ final_text: "Pay." });
    expect(await update(keeper.id, { status: "review" })).toMatchObject({ status: "review", final_text: null });
    const batch = {
      batch_id: "status-of-a-choice",
      gestures: [
        {
          label: "Mark",
          operations: [{ op: "branch.update", node_id: keeper.id, id: branch?.id, patch: { status: "final" } }],
        },
      ],
    };
    await bench.ask(dialogues.batch, { params: { ...inProject(), graph_id: graphs.gate }, body: batch });
    expect((await nodeOf(keeper.id)).branches[0]).toMatchObject({ status: "final", final_text: "Pay the toll" });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });
});
