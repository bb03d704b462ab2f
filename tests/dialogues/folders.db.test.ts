import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, record } = registry;

let bench: Workbench;
let projectId = "";

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  projectId = await bench.newProject("Folders");
});

const inProject = () => ({ project_id: projectId });
const create = (name: string, folder?: string) =>
  bench.ask(dialogues.create, { params: inProject(), body: { name, ...(folder !== undefined && { folder }) } });
const list = (query: object = {}) =>
  bench
    .ask(dialogues.list, { params: inProject(), query: { sort_by: "name", sort_order: "asc", ...query } })
    .then(({ dialogues: found }) => found.map(({ name, folder }) => [name, folder]));
const move = (moves: readonly { graph_id: string; folder: string }[]) =>
  bench.ask(dialogues.move, { params: inProject(), body: { moves } });
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

describe("folders of dialogues", () => {
  test("a dialogue lies at the top until it is given a folder, and its copy beside it", async () => {
    const gate = await create("Gate");
    expect(gate.folder).toBe("");
    const harbour = await create("Harbour", "Act 1/Harbour");
    expect(harbour.folder).toBe("Act 1/Harbour");
    const params = { ...inProject(), graph_id: gate.id };
    expect(await bench.ask(dialogues.update, { params, body: { folder: "Act 2" } })).toMatchObject({ folder: "Act 2" });
    const copy = await bench.ask(dialogues.duplicate, { params, body: {} });
    expect(copy.folder).toBe("Act 2");
  });

  test("the list is narrowed to a folder and those in it, not to one that only begins alike", async () => {
    for (const [name, folder] of [
      ["a", "Act 1"],
      ["b", "Act 1/Harbour"],
      ["c", "Act 10"],
      ["d", ""],
    ] as const) {
      await create(name, folder);
    }
    expect(await list({ folder: "Act 1" })).toEqual([
      ["a", "Act 1"],
      ["b", "Act 1/Harbour"],
    ]);
    expect(await list({ folder: "Act%" })).toEqual([]);
  });

  test("many move in one commit, which says where they were; an earlier moment still has them there", async () => {
    const made = [await create("a", "Act 1"), await create("b", "Act 1/Harbour"), await create("c", "Act 2")];
    const before = Math.max(...made.map(({ valid_from_seq }) => Number(valid_from_seq)));
    const [a, b, c] = made.map(({ id }) => id) as [string, string, string];
    const moved = await move([
      { graph_id: a, folder: "Act One" },
      { graph_id: b, folder: "Act One/Harbour" },
      { graph_id: c, folder: "Act 2" },
    ]);
    expect(moved.moves).toEqual([
      { graph_id: a, from: "Act 1", folder: "Act One" },
      { graph_id: b, from: "Act 1/Harbour", folder: "Act One/Harbour" },
    ]);
    expect(await list({ folder: "Act One" })).toHaveLength(2);
    expect(await list({ folder: "Act 1" })).toEqual([]);
    expect(await list({ folder: "Act 1", at_seq: before })).toHaveLength(2);
    const { events: last } = await bench.ask(record.events, { params: inProject(), query: { after_seq: before } });
    expect(last.map(({ kind, change }) => [kind, change])).toEqual([
      ["dialogue.updated", { set: { "/folder": "Act One" } }],
      ["dialogue.updated", { set: { "/folder": "Act One/Harbour" } }],
    ]);
    expect(new Set(last.map(({ commit_seq }) => commit_seq)).size).toBe(1);
  });

  test("a folder moves with all in it in one commit, which is taken back as one; what was moved since stays", async () => {
    for (const [name, folder] of [
      ["a", "Act 1"],
      ["b", "Act 1/Harbour"],
      ["c", "Act 10"],
      ["d", "Act One"],
    ] as const)
      await create(name, folder);
    const { id: e } = await create("e", "Act 1/Harbour/Pier");
    const to = (from: string, path: string) =>
      bench.ask(dialogues.moveFolder, { params: inProject(), body: { from, to: path } });
    const { moved, seq } = await to("Act 1", "Act One");
    expect(moved).toBe(3);
    expect(await list()).toEqual([
      ["a", "Act One"],
      ["b", "Act One/Harbour"],
      ["c", "Act 10"],
      ["d", "Act One"],
      ["e", "Act One/Harbour/Pier"],
    ]);
    expect(await list({ folder: "Act 1", at_seq: seq - 3 })).toHaveLength(3);
    expect(await to("Act 1", "Act 2")).toEqual({ moved: 0, seq });
    await move([{ graph_id: e, folder: "Elsewhere" }]);
    const params = { ...inProject(), commit_seq: String(seq) };
    expect(await bench.ask(record.takeBack, { params, body: {} })).toMatchObject({
      left_total: 1,
      left: [{ subject_id: e, field: "/folder", reason: "changed_since" }],
    });
    expect(await list()).toEqual([
      ["a", "Act 1"],
      ["b", "Act 1/Harbour"],
      ["c", "Act 10"],
      ["d", "Act One"],
      ["e", "Elsewhere"],
    ]);
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("a folder comes to the top, and nowhere where a path would be too long", async () => {
    await create("a", "Act 1/Harbour");
    const long = Array.from({ length: 5 }, () => "x".repeat(97)).join("/");
    const to = (from: string, path: string) =>
      bench.ask(dialogues.moveFolder, { params: inProject(), body: { from, to: path } });
    expect(await refusal(to("Act 1", `${long}/abcdef`))).toMatchObject({ items: [{ loc: ["body", "to"] }] });
    expect(await list()).toEqual([["a", "Act 1/Harbour"]]);
    await to("Act 1", "");
    expect(await list()).toEqual([["a", "Harbour"]]);
  });

  test("more dialogues than one call names move in one commit", async () => {
    const more = Array.from({ length: 1_050 }, (_, index) => ({ name: `d${index}`, folder: "Act 1" }));
    for (let at = 0; at < more.length; at += 50)
      await Promise.all(more.slice(at, at + 50).map(({ name, folder }) => create(name, folder)));
    const body = { from: "Act 1", to: "Act 2" };
    const { moved, seq } = await bench.ask(dialogues.moveFolder, { params: inProject(), body });
    expect(moved).toBe(1_050);
    const { commits } = await bench.ask(record.commits, { params: inProject(), query: { limit: 1 } });
    expect(commits).toMatchObject([{ commit_seq: seq, change_total: 1_050 }]);
  });

  test("a folder goes along in an export, and a file without one moves nothing", async () => {
    const { id } = await create("Gate", "Act 1/Harbour");
    const exported = await bench.ask(dialogues.export, { params: { ...inProject(), graph_id: id } });
    const content = exported.content as { graphs: { folder?: string }[] };
    expect(content.graphs[0]?.folder).toBe("Act 1/Harbour");
    projectId = await bench.newProject("Elsewhere");
    const read = (file: unknown) =>
      bench.ask(dialogues.import, { params: inProject(), body: { format: "fabula_json", content: file } });
    await read(content);
    expect(await list()).toEqual([["Gate", "Act 1/Harbour"]]);
    const { folder: _, ...graph } = content.graphs[0] ?? {};
    await read({ ...content, graphs: [graph] });
    expect(await list()).toEqual([["Gate", "Act 1/Harbour"]]);
    const wrong = await refusal(read({ ...content, graphs: [{ ...graph, folder: "/Act 1" }] }));
    expect(JSON.stringify(wrong)).toContain("/graphs/0/folder");
  });

  test("a dialogue that is not there is named by its place, and nothing moves", async () => {
    const { id } = await create("a");
    const gone = "dlg_01k9hq3xg1r7m4k2vn5te8y6cb";
    const refused = await refusal(
      move([
        { graph_id: id, folder: "Act 1" },
        { graph_id: gone, folder: "Act 1" },
      ]),
    );
    expect(refused).toMatchObject({ items: [{ loc: ["body", "moves", 1, "graph_id"] }] });
    expect(await list({ folder: "Act 1" })).toEqual([]);
  });

  test("a path with an empty name in it is refused", async () => {
    for (const folder of ["/Act 1", "Act 1/", "Act 1//Harbour", " Act 1"]) {
      expect(await refusal(create("a", folder)), folder).toMatchObject({ items: [{ loc: ["body", "folder"] }] });
    }
  });
});
