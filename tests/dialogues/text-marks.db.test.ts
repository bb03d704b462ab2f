import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { refusal } from "#tests/record/refusal.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, record, runs, suggestions, variables } = registry;
let bench: Workbench;
let projectId = "";
let graphId = "";

beforeAll(async () => {
  bench = await openWorkbench();
  projectId = await bench.newProject("Marks");
  graphId = (await bench.ask(dialogues.create, { params: inProject(), body: { name: "Gate" } })).id;
});
afterAll(async () => {
  const report = await bench.replay(projectId);
  await bench.close();
  expect(report.differences).toEqual([]);
});

const inProject = () => ({ project_id: projectId });
const inGraph = () => ({ ...inProject(), graph_id: graphId });
const add = (body: object) => bench.ask(dialogues.createNode, { params: inGraph(), body });
const get = (node_id: string, query: object = {}) =>
  bench.ask(dialogues.getNode, { params: { ...inProject(), node_id }, query: { ...query } });
const patch = (node_id: string, body: object, caller = bench.caller) =>
  bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id }, body, caller });
const head = async () =>
  (await bench.ask(record.commits, { params: inProject(), query: { limit: 1 } })).commits[0]?.commit_seq ?? 0;
const send = async (...operations: object[]) => {
  const body = { batch_id: newId("batch"), gestures: [{ label: "Edit", operations }] };
  const { results } = await bench.ask(dialogues.batch, { params: inGraph(), body });
  expect(results.flatMap(({ problem }) => problem ?? [])).toEqual([]);
};
const mark = (kind: TextMark["kind"], start: number, end: number): TextMark => ({ kind, start, end });

describe("marks of a text", () => {
  test("are answered in their normal form, with none where nothing is said, at every sequence", async () => {
    const node = await add({
      text: "🜁 Halt, friend.",
      text_marks: [mark("strong", 2, 4), mark("emphasis", 9, 15), mark("strong", 4, 6)],
      branches: [{ choice_text: "Pay {coins}", text_marks: [mark("literal", 4, 11)] }, { choice_text: "Run" }],
    });
    const marks = [mark("strong", 2, 6), mark("emphasis", 9, 15)];
    expect(node.text_marks).toEqual(marks);
    expect(node.branches.map(({ text_marks }) => text_marks)).toEqual([[mark("literal", 4, 11)], []]);
    expect((await add({ text: "Plain" })).text_marks).toEqual([]);
    const seq = await head();
    await patch(node.id, { text_marks: [] });
    expect((await get(node.id)).text_marks).toEqual([]);
    expect((await get(node.id, { at_seq: seq })).text_marks).toEqual(marks);
  });

  test("outside the text, empty, or too many, are a 422 that names the field", async () => {
    const node = await add({ text: "Halt", branches: [{ choice_text: "Pay" }] });
    const at = async (work: Promise<unknown>) => (await refusal(work)).items?.map(({ loc }) => loc.join("."));
    const say = (...text_marks: object[]) => patch(node.id, { text_marks });
    expect(await at(say(mark("strong", 0, 4), mark("strong", 2, 5)))).toEqual(["body.text_marks.1.end"]);
    expect(await at(patch(node.id, { text: "Ha", text_marks: [mark("strong", 0, 3)] }))).toEqual([
      "body.text_marks.0.end",
    ]);
    expect(await at(say(mark("strong", 2, 2)))).toEqual(["body.text_marks.0.end"]);
    expect(await at(say(mark("strong", -1, 2)))).toEqual(["body.text_marks.0.start"]);
    expect(await at(say(mark("strong", 0.5, 2)))).toEqual(["body.text_marks.0.start"]);
    expect(await at(say({ kind: "bold", start: 0, end: 1 }))).toEqual(["body.text_marks.0.kind"]);
    expect(await at(say(...Array.from({ length: 1_001 }, () => mark("strong", 0, 1))))).toEqual(["body.text_marks"]);
    const branches = [{ choice_text: "Pay", text_marks: [mark("strike", 0, 4)] }];
    expect(await at(patch(node.id, { branches }))).toEqual(["body.branches.0.text_marks.0.end"]);
    expect(await at(add({ text_marks: [mark("strike", 0, 1)] }))).toEqual(["body.text_marks.0.end"]);
    expect(await get(node.id)).toEqual(node);
  });

  test("stay on the words that stay when the text alone is changed; with both, both are taken", async () => {
    const { id, branches } = await add({
      text: "The old gate is shut.",
      text_marks: [mark("emphasis", 4, 12), mark("strong", 16, 20)],
      branches: [{ choice_text: "Pay twice", text_marks: [mark("strong", 4, 9)] }],
    });
    const [branch] = branches;
    expect((await patch(id, { text: "Well, the old iron gate is open." })).text_marks).toEqual([
      mark("emphasis", 10, 23),
    ]);
    const both = await patch(id, { text: "Shut.", text_marks: [mark("strike", 0, 4)] });
    expect([both.text, both.text_marks]).toEqual(["Shut.", [mark("strike", 0, 4)]]);
    await send({ op: "branch.update", node_id: id, id: branch?.id, patch: { choice_text: "Do not pay twice" } });
    expect((await get(id)).branches[0]?.text_marks).toEqual([mark("strong", 11, 16)]);
    // Lists that are sent whole, with or without ids, too.
    const unmarked = await patch(id, { branches: [{ id: branch?.id, choice_text: "Pay once or twice" }] });
    expect(unmarked.branches[0]?.text_marks).toEqual([mark("strong", 12, 17)]);
    const listed = await patch(id, { branches: [{ choice_text: "Never twice" }, { choice_text: "twice" }] });
    expect(listed.branches.map(({ text_marks }) => text_marks)).toEqual([[mark("strong", 6, 11)], []]);
  });

  test("and the text are changed by two people: marks follow the words, and ranges of earlier words conflict", async () => {
    const { id } = await add({ text: "Halt, friend.", text_marks: [mark("strong", 6, 12)] });
    const other = newCaller({ workspaceId: bench.caller.workspaceId });
    const base = await head();
    await patch(id, { text_marks: [mark("emphasis", 6, 12)] }, other);
    const moved = await patch(id, { text: "Halt there, friend.", base_seq: base });
    expect(moved.text_marks).toEqual([mark("emphasis", 12, 18)]);
    const refused = await refusal(patch(id, { text_marks: [mark("strike", 0, 4)], base_seq: base }));
    expect(refused.code).toBe("edit_conflict");
    expect(refused.detail?.conflicts).toMatchObject([{ id, field: "/text_marks", theirs: [mark("emphasis", 12, 18)] }]);
    const plain = await add({ text: "Halt." });
    const start = await head();
    await patch(plain.id, { text: "Well. Halt." }, other);
    const range = await refusal(patch(plain.id, { text_marks: [mark("strong", 0, 4)], base_seq: start }));
    expect(range.detail?.conflicts).toMatchObject([{ field: "/text_marks", theirs: [] }]);
  });
});

describe("marks go with their words", () => {
  test("where words are replaced, and back where that is taken back", async () => {
    const { id } = await add({
      text: "A crown, a gilded crown for the king",
      text_marks: [mark("strong", 2, 7), mark("emphasis", 11, 17), mark("strike", 32, 36)],
      branches: [{ choice_text: "Take the crown", text_marks: [mark("strong", 0, 14)] }],
    });
    const before = await get(id);
    const body = { find: "crown", replace: "diadem" };
    const { seq } = await bench.ask(dialogues.replace, { params: inProject(), body });
    const after = await get(id);
    expect([after.text, after.text_marks]).toEqual([
      "A diadem, a gilded diadem for the king",
      [mark("strong", 2, 8), mark("emphasis", 12, 18), mark("strike", 34, 38)],
    ]);
    expect(after.branches[0]?.text_marks).toEqual([mark("strong", 0, 15)]);
    await bench.ask(dialogues.undoReplace, { params: inProject(), body: { seq } });
    expect(await get(id)).toMatchObject({
      text: before.text,
      text_marks: before.text_marks,
      branches: before.branches,
    });
  });

  test("where a commit is taken back, unless the words were written again", async () => {
    const { id } = await add({ text: "one two", text_marks: [mark("strong", 0, 3)] });
    await patch(id, { text: "zero one two" });
    const commit = await head();
    const take = () => bench.ask(record.takeBack, { params: { ...inProject(), commit_seq: String(commit) }, body: {} });
    await patch(id, { text: "zero one two three" });
    const { left } = await take();
    expect(left.map(({ field }) => field).toSorted()).toEqual(["/text", "/text_marks"]);
    expect((await get(id)).text_marks).toEqual([mark("strong", 5, 8)]);
    await patch(id, { text: "zero one two" });
    await take();
    expect(await get(id)).toMatchObject({ text: "one two", text_marks: [mark("strong", 0, 3)] });
  });

  test("into a copy, a suggestion that is accepted, an export and its import", async () => {
    const fields = { text: "Say {hello}.", text_marks: [mark("literal", 4, 11), mark("emphasis", 0, 12)] };
    const graph = await bench.ask(dialogues.create, { params: inProject(), body: { name: "Marked" } });
    const params = { ...inProject(), graph_id: graph.id };
    const branches = [{ choice_text: "Hello", text_marks: [mark("strong", 0, 5)] }];
    const node = await bench.ask(dialogues.createNode, { params, body: { ...fields, branches } });
    const marksIn = async (graph_id: string) => {
      const { nodes } = await bench.ask(dialogues.get, { params: { ...inProject(), graph_id } });
      return nodes.map((each) => [each.text_marks, each.branches.map(({ text_marks }) => text_marks)]);
    };
    const wanted = [[[mark("emphasis", 0, 12), mark("literal", 4, 11)], [[mark("strong", 0, 5)]]]];
    const copy = await bench.ask(dialogues.duplicate, { params, body: { name: "Copy" } });
    expect(await marksIn(copy.id)).toEqual(wanted);

    const file = await bench.ask(dialogues.export, { params, query: { format: "fabula_json" } });
    const elsewhere = await bench.newProject("Elsewhere");
    const done = await bench.ask(dialogues.import, {
      params: { project_id: elsewhere },
      body: { format: "fabula_json", content: file.content },
    });
    const again = await bench.ask(dialogues.export, {
      params: { project_id: elsewhere, graph_id: done.graphs[0]?.id ?? "" },
      query: { format: "fabula_json" },
    });
    const marksOf = (content: unknown) => {
      const { graphs } = typeof content === "string" ? JSON.parse(content) : (content as never);
      return graphs[0].nodes.map((each: typeof node) => [each.text_marks, each.branches.map((b) => b.text_marks)]);
    };
    expect(marksOf(again.content)).toEqual(wanted);

    const suggestion = await bench.ask(suggestions.create, {
      params: inProject(),
      body: {
        graph_id: graph.id,
        label: "Better words",
        gestures: [
          { label: "Text", operations: [{ op: "node.update", id: node.id, patch: { text: "Please: Say {hello}." } }] },
        ],
      },
    });
    await bench.ask(suggestions.accept, { params: { ...inProject(), suggestion_id: suggestion.id }, body: {} });
    expect((await marksIn(graph.id))[0]?.[0]).toEqual([mark("emphasis", 8, 20), mark("literal", 12, 19)]);
  });

  test("into what is played: values have them, and no literal brace names a variable", async () => {
    const gold = await bench.ask(variables.create, {
      params: inProject(),
      body: { name: "gold", type: "integer", default: 120 },
    });
    const graph = await bench.ask(dialogues.create, { params: inProject(), body: { name: "Played" } });
    const params = { ...inProject(), graph_id: graph.id };
    const text = "{gold} in {gold}";
    const node = await bench.ask(dialogues.createNode, {
      params,
      body: {
        text,
        text_marks: [mark("strong", 0, 9), mark("literal", 10, 11)],
        branches: [
          { choice_text: "{gold}", text_marks: [mark("literal", 0, 6), mark("strike", 1, 5)] },
          { choice_text: "Pay {gold} now", text_marks: [mark("emphasis", 4, 10)] },
        ],
      },
    });
    const run = await bench.ask(runs.start, { params, body: {} });
    const { said, offers, node: here } = run.standing;
    const shown = { text: "120 in {gold}", text_marks: [mark("strong", 0, 6)] };
    expect(said).toMatchObject([shown]);
    expect(here).toMatchObject(shown);
    expect(offers).toMatchObject([
      { text: "{gold}", text_marks: [mark("strike", 1, 5)] },
      { text: "Pay 120 now", text_marks: [mark("emphasis", 4, 7)] },
    ]);
    const { uses } = await bench.ask(variables.uses, { params: { ...inProject(), variable_id: gold.id } });
    const [, paid] = node.branches;
    const places = uses.flatMap((use) => (use.graph_id === graph.id ? [[use.branch_id, use.place]] : []));
    expect(places).toEqual([
      [null, "text"],
      [paid?.id, "choice_text"],
    ]);
    const story = await bench.ask(runs.story, { params });
    expect(story.dialogue.nodes[0]).toMatchObject({ text, text_marks: node.text_marks });
  });
});
