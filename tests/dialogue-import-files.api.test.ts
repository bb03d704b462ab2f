import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
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

type Files = Record<string, unknown>;
const filesOf = (files: Files) => Object.entries(files).map(([name, content]) => ({ name, content }));
const zipOf = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))).toString(
    "base64",
  );
const send = async (body: Record<string, unknown>) =>
  (await bench.call(importDialogues, { params: { project_id }, body })).body;
const sendFiles = (files: Files, more: Record<string, unknown> = {}) => send({ files: filesOf(files), ...more });
const textsOf = async (graph_id = "") =>
  (await bench.ask(getDialogue, { params: { project_id, graph_id } })).nodes
    .map(({ text }) => text)
    .filter((text) => text !== "");

async function refusal(body: Record<string, unknown>) {
  const error = await send(body).catch((caught: unknown) => caught);
  if (!(error instanceof ValidationProblem)) expect.fail(`not a 422: ${error}`);
  return error.items;
}

const INK = {
  "story/main.ink": "INCLUDE quay.ink\nYou wake.\n-> quay",
  "story/quay.ink": "VAR coins = 2\n=== quay ===\nThe quay, {coins} coins.\n-> END",
};
const YARN = {
  "Talk.yarnproject": '{"projectFileVersion":3,"sourceFiles":["talk/*.yarn"]}',
  "talk/a.yarn": "title: Start\n---\nHello {$coins}.\n<<jump Quay>>\n===\n",
  "talk/b.yarn": "title: Quay\n---\nHere.\n===\ntitle: Vars\n---\n<<declare $coins = 7>>\n===\n",
};

describe("several files", () => {
  it("are one story where one includes the others", async () => {
    const { graphs, files, report } = await sendFiles(INK);
    expect(graphs).toMatchObject([{ name: "main", files: ["story/main.ink", "story/quay.ink"], change: "created" }]);
    expect(files).toEqual([
      { name: "story/main.ink", kind: "ink", format: "ink" },
      { name: "story/quay.ink", kind: "ink", format: "ink" },
    ]);
    expect(report).toEqual([]);
    expect(await textsOf(graphs[0]?.id)).toEqual(["You wake.\nThe quay, {coins} coins."]);
  });

  it("are stories of several formats, each with variables of its own, in one transaction", async () => {
    const { graphs, written } = await sendFiles({ ...YARN, ...INK, "cover.png": "", "draft.rpy": "label start:" });
    expect(graphs.map(({ name, files }) => [name, files.length])).toEqual([
      ["Talk", 3],
      ["main", 2],
    ]);
    expect(written.dialogues.created).toBe(2);
    const { variables } = await bench.ask(variableOperations.list, { params: { project_id } });
    expect(variables.map((variable) => variable.default).sort()).toEqual([2, 7]);
    expect(await textsOf(graphs[0]?.id)).toEqual(expect.arrayContaining(["Here."]));
    expect((await textsOf(graphs[1]?.id))[0]).toContain("You wake.");
  });

  it("name what is left out and what is missing, once each", async () => {
    const { report } = await sendFiles({ "a.ink": "INCLUDE b.ink\nHello.", "hero.png": "", "x.rpy": "label start:" });
    expect(report.map(({ code, message }) => [code, message])).toEqual([
      ["import_file_left_out", "Not imported: hero.png (an image)."],
      ["import_file_left_out", "Not imported: x.rpy (a Ren'Py script)."],
      ["import_file_missing", "The file “b.ink”, which a.ink includes, is missing."],
    ]);
  });

  it("are known again by their names in the import", async () => {
    const first = await sendFiles(INK);
    const again = await sendFiles({
      ...INK,
      "story/quay.ink": INK["story/quay.ink"].replace("coins.", "coins, and rain."),
    });
    expect(again.graphs[0]).toMatchObject({ id: first.graphs[0]?.id, change: "unchanged" });
    expect(again.written.nodes).toMatchObject({ updated: 1, created: 0, deleted: 0 });
  });

  it("of one name are two stories, whatever they are called", async () => {
    const passage = (text: string) => `:: StoryTitle\nTide\n\n:: StoryData\n{"ifid":"A"}\n\n:: Start\n${text}`;
    const { graphs } = await sendFiles({ "a/t.twee": passage("High water."), "b/t.twee": passage("Low water.") });
    expect(graphs.map(({ outcome }) => outcome)).toEqual(["new", "new"]);
    expect(await textsOf(graphs[0]?.id)).toEqual(["High water."]);
    expect(await textsOf(graphs[1]?.id)).toEqual(["Low water."]);
    const again = await sendFiles({ "a/t.twee": passage("High water."), "b/t.twee": passage("Low water.") });
    expect(again.graphs.map(({ id, change }) => [id, change])).toEqual(graphs.map(({ id }) => [id, "unchanged"]));
  });

  it("are tried without being kept", async () => {
    const { graphs, dry_run } = await sendFiles({ ...INK, ...YARN }, { dry_run: true });
    expect([dry_run, graphs.length]).toEqual([true, 2]);
    expect((await bench.ask(variableOperations.list, { params: { project_id } })).variables).toEqual([]);
  });

  it("are imported wholly or not at all, with the file, line and column of the mistake", async () => {
    const items = await refusal({ files: filesOf({ ...YARN, "z.ink": "Hello.\n* {x\n" }) });
    expect(items[0]).toMatchObject({
      loc: ["body", "files", 3, "content"],
      ctx: { file: "z.ink", line: 2, column: 5, code: "invalid_syntax" },
    });
    const [inner] = await refusal({ files: filesOf({ ...INK, "story/quay.ink": "=== quay\n~ = 3" }) });
    expect(inner).toMatchObject({ loc: ["body", "files", 1, "content"], ctx: { file: "story/quay.ink", line: 2 } });
    expect((await bench.ask(variableOperations.list, { params: { project_id } })).variables).toEqual([]);
  });

  it("are only those of the format that is asked for", async () => {
    const { graphs, report } = await sendFiles({ ...INK, ...YARN }, { format: "yarn" });
    expect(graphs.map(({ name }) => name)).toEqual(["Talk"]);
    expect(report.map(({ message }) => message)).toEqual(["Not imported: story/main.ink, story/quay.ink (ink)."]);
  });

  it("that hold no story are refused, by what they are", async () => {
    const [item] = await refusal({ files: filesOf({ "a.png": "", "notes.txt": "Once." }) });
    expect(item?.msg).toContain(
      "None of the files is a story: a.png is an image, notes.txt is a text without the signs of a format.",
    );
    const [one] = await refusal({ files: filesOf({ "script.rpy": "label start:" }) });
    expect(one).toMatchObject({
      loc: ["body", "files", 0, "content"],
      ctx: { code: "unknown_format", file: "script.rpy" },
    });
  });

  it("need names of their own, within the import", async () => {
    const twice = [
      { name: "a.ink", content: "A." },
      { name: "./a.ink", content: "B." },
    ];
    expect((await refusal({ files: twice }))[0]?.msg).toContain("Two files are called “a.ink”.");
    expect((await refusal({ files: filesOf({ "../a.ink": "A." }) }))[0]?.msg).toContain("leads out of the folder");
  });

  it("are sent instead of content, not beside it", async () => {
    expect(await refusal({})).toMatchObject([{ type: "missing", loc: ["body", "content"] }]);
    expect((await refusal({ content: "x", files: filesOf(INK) }))[0]).toMatchObject({ loc: ["body", "files"] });
  });
});

describe("a zip archive", () => {
  it("is read as the files in it, as content or as one of the files", async () => {
    const zip = zipOf({ ...INK, "__MACOSX/story/._main.ink": "x" });
    const { graphs } = await send({ content: zip });
    expect(graphs).toMatchObject([{ name: "main", files: ["story/main.ink", "story/quay.ink"] }]);
    const beside = await sendFiles({ "ferry.zip": zip, ...YARN });
    expect(beside.graphs.map(({ files }) => files[0])).toEqual(["ferry/story/main.ink", "Talk.yarnproject"]);
    const alone = await sendFiles({ "ferry.zip": zip });
    expect(alone.graphs[0]?.id).toBe(graphs[0]?.id);
  });

  it("with mixed formats is several stories", async () => {
    const { graphs } = await send({ content: zipOf({ ...INK, ...YARN }) });
    expect(graphs.map(({ name }) => name).sort()).toEqual(["Talk", "main"]);
  });

  it("that would unpack to more than an import may hold is refused", async () => {
    const bomb = zipOf({ "a.ink": "a".repeat(9 * 1024 * 1024), "b.ink": "b".repeat(9 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal({ content: bomb })).toMatchObject([{ loc: ["body", "content"], ctx: { code: "too_large" } }]);
  });

  it("that is damaged is refused, and one in another is named", async () => {
    expect((await refusal({ content: zipOf(INK).slice(0, 200) }))[0]?.msg).toContain("damaged");
    expect((await refusal({ content: zipOf({ "inner.zip": "PK" }) }))[0]?.msg).toContain("“inner.zip” is an archive");
  });
});

describe("a file whose format is not told", () => {
  it("is read by what it is", async () => {
    const { graphs, files } = await send({ content: ":: Start\nHalt." });
    expect([graphs[0]?.nodes, files]).toEqual([1, [{ name: "", kind: "Twee 3", format: "twee3" }]]);
    expect((await refusal({ content: "Once upon a time." }))[0]?.msg).toContain(
      "The file is a text without the signs of a format",
    );
  });

  it("is said to be another one, where its format is told wrong", async () => {
    const [item] = await refusal({ format: "arcweave_json", content: ":: Start\nHalt." });
    expect(item?.msg).toContain("The file is Twee 3, not Arcweave JSON.");
    expect((await refusal({ format: "twee3", content: "<!doctype html><html></html>" }))[0]?.msg).toContain(
      "an HTML page without a Twine story",
    );
  });

  it("is read as Twine publishes it, its stories each", async () => {
    const story = (name: string) =>
      `<tw-storydata name="${name}" startnode="1" ifid="${name}"><tw-passagedata pid="1" name="Start">${name} &amp; salt.</tw-passagedata></tw-storydata>`;
    const { graphs } = await send({ format: "twee3", content: `${story("One")}\n${story("Two")}` });
    expect(graphs.map(({ name }) => name)).toEqual(["One", "Two"]);
    expect(await textsOf(graphs[1]?.id)).toEqual(["Two & salt."]);
  });

  it("is a part of an export of articy:draft X, whose other files are named", async () => {
    const manifest = {
      Project: { Name: "Harbour", Guid: "g" },
      GlobalVariables: { FileName: "global_variables.json" },
      Packages: [{ Files: { Objects: { FileName: "package_1_objects.json" } } }],
    };
    for (const content of [manifest, JSON.stringify(manifest)]) {
      const [item] = await refusal({ format: "articy_json", content });
      expect(item?.msg).toContain("Import it together with global_variables.json and package_1_objects.json");
    }
    const objects = {
      Objects: [{ Type: "DialogueFragment", Properties: { Id: "0x2", Parent: "0x1", Text: "Halt." } }],
    };
    const { graphs, report } = await sendFiles({ "x/manifest.json": manifest, "x/package_1_objects.json": objects });
    expect(await textsOf(graphs[0]?.id)).toEqual(["Halt."]);
    expect(report.map(({ message }) => message)).toContain(
      "The file “global_variables.json” of the export is missing.",
    );
  });
});

describe("a file in several languages", () => {
  /** Arcweave's export of one board, whose texts are apart from its objects. */
  const quay = {
    startingElement: "e1",
    locales: [
      { iso: "en", base: null },
      { iso: "de", base: "en" },
    ],
    boards: { "3f0c2a51-0000-4000-8000-000000000001": { name: "Quay", elements: ["e1"], connections: [] } },
    elements: { e1: { outputs: [] } },
    contents: { e1: { content: { en: { text: "<p>The boat waits.</p>" }, de: { text: "<p>Das Boot wartet.</p>" } } } },
  };
  const kept = async (graph_id = "") =>
    (await bench.ask(getDialogue, { params: { project_id, graph_id } })).nodes[0]?.extensions.arcweave;

  it("has its texts from the language that others are translated from, or from the one chosen; the others are kept", async () => {
    const first = await send({ content: quay });
    expect(first.languages).toEqual([{ files: [], chosen: "en", others: ["de"] }]);
    expect(await textsOf(first.graphs[0]?.id)).toEqual(["The boat waits."]);
    expect(await kept(first.graphs[0]?.id)).toMatchObject({ locales: { de: { content: "<p>Das Boot wartet.</p>" } } });
    const again = await send({ content: quay, language: "de" });
    expect(again.languages).toEqual([{ files: [], chosen: "de", others: ["en"] }]);
    expect(again.graphs).toMatchObject([{ id: first.graphs[0]?.id, outcome: "updates" }]);
    expect(await textsOf(again.graphs[0]?.id)).toEqual(["Das Boot wartet."]);
    expect(await kept(again.graphs[0]?.id)).toMatchObject({ locales: { en: { content: "<p>The boat waits.</p>" } } });
  });

  it("is refused in one that it has not, which names those it has", async () => {
    const message = "The file has no texts in fr, but in en, de.";
    expect(await refusal({ content: quay, language: "fr" })).toMatchObject([
      { loc: ["body", "language"], msg: `Value error, ${message}`, ctx: { code: "unknown_language", error: message } },
    ]);
    expect(await refusal({ files: filesOf({ "quay.json": quay }), language: "fr" })).toMatchObject([
      { loc: ["body", "language"], ctx: { file: "quay.json" } },
    ]);
  });

  it("is told from one that names no languages, where the one given is not used", async () => {
    const { report, languages } = await send({ content: "Hello.", format: "ink", language: "de" });
    expect(report).toMatchObject([{ code: "import_language_unused", source: "de" }]);
    expect(languages).toEqual([]);
  });
});
