import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { corpusStory, hasCorpus } from "#domain/import/corpus.fixture.ts";
import { importStory } from "#domain/import/import-story.ts";
import type { ImportFormat } from "#domain/import/story.ts";
import { createDialogue } from "#server/features/dialogues/operations/create-dialogue.ts";
import { createNode } from "#server/features/dialogues/operations/create-node.ts";
import { deleteDialogue } from "#server/features/dialogues/operations/delete-dialogue.ts";
import { exportDialogue } from "#server/features/dialogues/operations/export-dialogue.ts";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { listDialogues } from "#server/features/dialogues/operations/list-dialogues.ts";
import { updateNode } from "#server/features/dialogues/operations/update-node.ts";
import { listEntities } from "#server/features/entities/operations/list-entities.ts";
import { restore } from "#server/features/history/operations/restore-subject.ts";
import { startRun } from "#server/features/runs/operations/start-run.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
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

type More = Record<string, unknown>;
const call = (format: ImportFormat, content: unknown, more: More = {}) =>
  bench.call(importDialogues, { params: { project_id }, body: { format, content, ...more } });
const send = async (format: ImportFormat, content: unknown, more: More = {}) =>
  (await call(format, content, more)).body;
const read = (graph_id: string) => bench.ask(getDialogue, { params: { project_id, graph_id } });
const dialogues = async () => (await bench.ask(listDialogues, { params: { project_id } })).dialogues;
const variables = async () => (await bench.ask(variableOperations.list, { params: { project_id } })).variables;
const codes = ({ report }: { report: readonly { code: string }[] }) => report.map(({ code }) => code);
const idOf = ({ graphs }: { graphs: readonly { id: string }[] }) => graphs[0]?.id ?? expect.fail("no dialogue");

/** Returns the text that a run of a dialogue begins with. */
async function begun(graph_id: string): Promise<string | undefined> {
  const run = await bench.ask(startRun, { params: { project_id, graph_id }, body: {} });
  return (run as { standing: { node: { text: string } | null } }).standing.node?.text;
}

/** A Twine story that tells the first value of `$gold`; an IFID of one letter is one. */
const twee = (title: string, ifid: string | null, gold: string, words = "has") =>
  [
    `:: StoryTitle\n${title}`,
    `:: StoryData\n${JSON.stringify({ ...(ifid !== null && { ifid: `5B1E0C10-0000-4000-8000-00000000000${ifid}` }), format: "SugarCube", start: "Start" })}`,
    `:: StoryInit\n<<set $gold to ${gold}>>`,
    `:: Start\n${title} ${words} $gold.\n[[Leave the quay->Quay]]`,
    `:: Quay\nThe quay of ${title} is wet.`,
  ].join("\n\n");

const ink = (gold: number, words = "The ferry waits at the landing.") =>
  `VAR gold = ${gold}\n${words} You hold {gold} coins.\n* [Pay the ferryman]\n  ~ gold = gold - 1\n  He nods and pulls the rope.\n- -> END\n`;

const yarn = (words: string, gold = 0) =>
  `title: Start\n---\n<<declare $gold = ${gold}>>\n${words} {$gold}\n-> Go on\n    <<set $gold to $gold + 1>>\n    And on goes ${words}\n===\n`;

const articy = (guid: string, name: string, words: readonly string[], hero = name) => ({
  Project: { Name: name, Guid: guid },
  Settings: { set_Localization: "False" },
  GlobalVariables: [
    {
      Namespace: "Game",
      Variables: [{ Variable: "gold", Type: "Integer", Value: String(words.length), Description: "" }],
    },
  ],
  ObjectDefinitions: [{ Type: "Person", Class: "Entity" }],
  Packages: [
    {
      Models: [
        { Type: "Person", Properties: { Id: "0x0100000000000101", DisplayName: hero } },
        ...words.map((Text, at) => ({
          Type: "DialogueFragment",
          Properties: {
            Id: `0x01000000000002${String(at).padStart(2, "0")}`,
            Parent: "0x0100000000000001",
            Speaker: "0x0100000000000101",
            Text,
            InputPins: [],
            OutputPins: [{ Id: `pin${at}`, Text: "Game.gold += 1;", Connections: [] }],
          },
        })),
      ],
    },
  ],
});

describe("two stories that share a name or a root", () => {
  it("stay both: ink without id and name", async () => {
    const first = await send("ink", "The first story.\n* [Go] Gone. -> END\n");
    const second = await send("ink", "Quite another one.\n* [Stay] Stayed. -> END\n");
    expect(second.graphs).toMatchObject([{ outcome: "new", name: "Untitled story 2", existing: null }]);
    expect(codes(second)).toContain("import_name_taken");
    expect(idOf(second)).not.toBe(idOf(first));
    expect((await read(idOf(first))).nodes.map(({ text }) => text)).toContain("The first story.");
    const again = await call("ink", "The first story.\n* [Go] Gone. -> END\n");
    expect(again.body.graphs).toMatchObject([{ id: idOf(first), change: "unchanged" }]);
  });

  it("stay both: articy projects with the same ids of objects", async () => {
    const one = articy("AA-1", "Harbour", ["The harbour sleeps.", "A bell rings."], "Mara");
    const two = articy("BB-2", "Desert", ["Sand everywhere.", "The well is dry.", "A camel looks at you."], "Ilo");
    const first = await send("articy_json", one);
    const second = await send("articy_json", two);
    expect(idOf(second)).not.toBe(idOf(first));
    expect((await read(idOf(first))).nodes.map(({ text }) => text)).toEqual(["The harbour sleeps.", "A bell rings."]);
    const people = (await bench.ask(listEntities, { params: { project_id } })).entities;
    expect(people.map(({ name }) => name).sort()).toEqual(["Ilo", "Mara"]);
    expect((await variables()).map(({ name, default: value }) => [name, value])).toEqual([
      ["Game.gold", 2],
      ["Game.gold_2", 3],
    ]);
    for (const each of [one, two]) {
      const again = await call("articy_json", each);
      expect(again.headers["x-project-seq"], "no event").toBe(
        (await call("articy_json", one)).headers["x-project-seq"],
      );
    }
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  it.skipIf(!hasCorpus)("stay both: real articy projects with one root, one after the other or together", async () => {
    const files = ["data", "unit"].map((name) => ({
      name: `${name}.articy.json`,
      content: corpusStory(`articy/${name}.articy.json`),
    }));
    const drop = async (some: typeof files) =>
      (await bench.call(importDialogues, { params: { project_id }, body: { files: some } })).body;
    const cards = async () =>
      Promise.all((await dialogues()).map(async ({ id }) => [id, (await read(id)).nodes.length] as const));
    const orders = [files.map((file) => [file]), files.toReversed().map((file) => [file]), [files]];
    for (const order of orders) {
      project_id = await bench.newProject();
      for (const some of order) {
        const { graphs, written } = await drop(some);
        expect(new Set(graphs.map(({ outcome }) => outcome))).toEqual(new Set(["new"]));
        expect([written.nodes.deleted, written.nodes.updated, written.entities.updated]).toEqual([0, 0, 0]);
      }
      const before = await cards();
      expect(before.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(15);
      for (const some of order) {
        const { graphs, written } = await drop(some);
        expect(new Set(graphs.map(({ outcome, change }) => `${outcome} ${change}`))).toEqual(
          new Set(["updates unchanged"]),
        );
        expect([written.nodes.created, written.nodes.updated, written.nodes.deleted]).toEqual([0, 0, 0]);
      }
      expect(await cards()).toEqual(before);
    }
  });

  it("stay both: Twine stories of one title and different IFIDs", async () => {
    const first = await send("twee3", twee("The Ferry", "A", "5"));
    const second = await send("twee3", twee("The Ferry", "B", "0"));
    expect(second.graphs).toMatchObject([{ name: "The Ferry 2", other: { id: idOf(first), name: "The Ferry" } }]);
    const again = await send("twee3", twee("The Ferry", "B", "0"));
    expect(again.graphs).toMatchObject([{ id: idOf(second), name: "The Ferry 2", change: "unchanged" }]);
  });

  it("stay both: Yarn files of one name, though both begin at Start", async () => {
    const first = await send("yarn", yarn("Mae: The rain will not stop"), { name: "main" });
    const second = await send("yarn", yarn("Ada: Nobody has seen this comet"), { name: "main" });
    expect(second.graphs).toMatchObject([{ name: "main 2", outcome: "new", other: { id: idOf(first) } }]);
    expect(codes(second)).toContain("import_another_story");
    for (const [words, id] of [
      ["Mae: The rain will not stop today", idOf(first)],
      ["Ada: Nobody has seen this comet yet", idOf(second)],
    ] as const) {
      const again = await send("yarn", yarn(words), { name: "main" });
      expect(again.graphs).toMatchObject([{ id, outcome: "updates", change: "unchanged" }]);
    }
    expect(await dialogues()).toHaveLength(2);
  });

  it("stay both: files of one name in two imports, and each is known by name and words again", async () => {
    const sendFile = async (name: string, content: string) =>
      (await bench.call(importDialogues, { params: { project_id }, body: { files: [{ name, content }] } })).body;
    const first = await sendFile("main.ink", ink(3));
    const second = await sendFile(
      "main.ink",
      "Snow on the glass, and nobody at the wheel.\n* [Wait] It stops. -> END\n",
    );
    expect(second.graphs).toMatchObject([{ name: "main 2", other: { id: idOf(first) } }]);
    expect((await sendFile("main.ink", ink(4))).graphs).toMatchObject([{ id: idOf(first), outcome: "updates" }]);
    const elsewhere = await sendFile("act-2/main.ink", ink(4));
    expect(elsewhere.graphs, "the path is the name of a file").toMatchObject([{ outcome: "new", name: "main 3" }]);
  });

  it("stay both: Arcweave boards of one id, none of whose elements came before", async () => {
    const project = (element: string, content: string) => ({
      name: "P",
      startingElement: element,
      boards: { board: { name: "Main", root: true, elements: [element] } },
      elements: { [element]: { title: null, content, outputs: [] } },
    });
    const first = await send("arcweave_json", project("e1", "<p>The boat waits.</p>"));
    const second = await send("arcweave_json", project("f7", "<p>A city of glass.</p>"));
    expect(idOf(second)).not.toBe(idOf(first));
    const again = await send("arcweave_json", project("f7", "<p>A city of ice.</p>"));
    expect(again.graphs).toMatchObject([{ id: idOf(second), cards: { updated: 1 } }]);
  });

  it("stay both: files of our own format with one key, though both have a card of one name", async () => {
    const file = (words: readonly string[]) => ({
      format: "fabula_json",
      version: 1,
      graphs: [
        { key: "intro", name: "Intro", nodes: words.map((text, at) => ({ key: at === 0 ? "start" : text, text })) },
      ],
    });
    const first = await send("fabula_json", file(["The night is long.", "Somebody knocks."]));
    const second = await send("fabula_json", file(["Sunny morning, eleven degrees.", "Breakfast is served."]));
    expect(second.graphs).toMatchObject([{ name: "Intro 2", outcome: "new", other: { id: idOf(first) } }]);
    for (const [words, id] of [
      [["The night is very long.", "Nobody knocks."], idOf(first)],
      [["Sunny morning, twelve degrees."], idOf(second)],
    ] as const) {
      const again = await send("fabula_json", file(words));
      expect(again.graphs).toMatchObject([{ id, outcome: "updates", cards: { updated: 1, deleted: 1 } }]);
    }
  });

  it("stay both: Twine stories of one title without IFIDs, and articy projects of one name without GUIDs", async () => {
    const first = await send("twee3", twee("The Ferry", null, "5"));
    const other = ":: StoryTitle\nThe Ferry\n\n:: Start\nSnow on the glass, and nobody at the wheel.";
    const second = await send("twee3", other);
    expect(second.graphs).toMatchObject([{ name: "The Ferry 2", other: { id: idOf(first) } }]);
    expect((await send("twee3", twee("The Ferry", null, "6"))).graphs).toMatchObject([{ id: idOf(first) }]);
    const one = await send("articy_json", articy("", "Game", ["The harbour sleeps.", "A bell rings."]));
    const two = await send("articy_json", articy("", "Game", ["Sand everywhere.", "The well is dry."]));
    expect(idOf(two)).not.toBe(idOf(one));
    expect(await dialogues()).toHaveLength(4);
  });

  it("stay both: one made here and one that is imported", async () => {
    const made = await bench.ask(createDialogue, { params: { project_id }, body: { name: "The Ferry" } });
    const answer = await send("twee3", twee("The Ferry", "A", "5"));
    expect(answer.graphs).toMatchObject([{ name: "The Ferry 2", other: { id: made.id } }]);
  });
});

describe("the same story again", () => {
  it("is updated where its file says who it is, whatever it is called now, and people's cards stay", async () => {
    const first = await send("twee3", twee("The Ferry", "A", "5"));
    const graph_id = idOf(first);
    await bench.ask(createNode, { params: { project_id, graph_id }, body: { title: "By hand", text: "Mine." } });
    const renamed = twee("Night Crossing", "A", "5", "still holds");
    const tried = await send("twee3", renamed, { dry_run: true });
    const again = await send("twee3", renamed);
    expect(again.graphs).toMatchObject([
      { id: graph_id, name: "Night Crossing", outcome: "updates", existing: { id: graph_id, name: "The Ferry" } },
    ]);
    expect(again.graphs[0]?.changes).toEqual(tried.graphs[0]?.changes);
    expect(again.graphs[0]?.changes).toMatchObject([
      { name: "Start", change: "updated", made_here: false },
      { name: "Quay", change: "updated" },
    ]);
    expect((await read(graph_id)).nodes.map(({ title }) => title)).toContain("By hand");
  });

  it("is updated by the name of its file, and its first value with it", async () => {
    const first = await send("ink", ink(3), { name: "ferry" });
    const again = await send("ink", ink(4), { name: "ferry" });
    expect(again.graphs).toMatchObject([{ id: idOf(first), outcome: "updates" }]);
    expect(await variables()).toMatchObject([{ name: "gold", default: 4 }]);
    expect(await begun(idOf(first))).toContain("You hold 4 coins.");
  });

  it("is known when an earlier version kept it by its title or the id of an object", async () => {
    const files = [
      ["twee3", twee("The Ferry", "A", "5")],
      ["articy_json", articy("AA-1", "Harbour", ["The harbour sleeps.", "A bell rings."])],
      ["ink", ink(3).replaceAll("gold", "coins")],
    ] as const;
    const before = [];
    for (const [format, content] of files) before.push(idOf(await send(format, content)));
    for (const [at, [format, content]] of files.entries()) {
      const source = importStory(format, content).graphs[0]?.key ?? "";
      await bench.database.writes.execute(
        sql`UPDATE dialogue_versions SET source_key = ${source} WHERE project_id = ${project_id} AND id = ${before[at] ?? ""}`,
      );
    }
    await bench.database.writes.execute(
      sql`UPDATE entity_versions SET source_key = '0x0100000000000101' WHERE project_id = ${project_id}`,
    );
    await bench.database.writes.execute(
      sql`UPDATE variable_versions SET source_format = NULL, source_story = NULL, source_key = NULL
          WHERE project_id = ${project_id}`,
    );
    const names = (await variables()).map(({ id, name }) => [id, name]);
    const others = [
      ["twee3", twee("The Ferry", "B", "0")],
      ["articy_json", articy("CC-3", "Desert", ["Sand everywhere.", "The well is dry."])],
    ] as const;
    for (const [format, content] of others) expect((await send(format, content)).graphs[0]?.outcome).toBe("new");
    for (const [at, [format, content]] of files.entries()) {
      const again = await send(format, content);
      expect(again.graphs, format).toMatchObject([{ id: before[at], outcome: "updates" }]);
      expect(again.written, format).toMatchObject({
        nodes: { created: 0, updated: 0, deleted: 0 },
        variables: { created: 0, deleted: 0 },
      });
    }
    expect((await variables()).slice(0, names.length).map(({ id, name }) => [id, name])).toEqual(names);
    expect((await bench.ask(listEntities, { params: { project_id } })).entities).toHaveLength(2);
  });
});

describe("a story that was deleted", () => {
  it("leaves its name to another one, and comes back beside it with its cards and first values", async () => {
    const [one, two] = [yarn("Mae: The rain will not stop", 3), yarn("Ada: Nobody has seen this comet", 8)];
    const first = idOf(await send("yarn", one, { name: "main" }));
    await bench.ask(deleteDialogue, { params: { project_id, graph_id: first } });
    const second = idOf(await send("yarn", two, { name: "main" }));
    await bench.ask(restore, { params: { project_id, subject_id: first }, body: {} });
    for (const [content, id] of [
      [two, second],
      [one, first],
    ] as const) {
      const again = await send("yarn", content, { name: "main" });
      expect(again.graphs).toMatchObject([{ id, change: "unchanged" }]);
      expect(again.written.variables).toMatchObject({ created: 0, updated: 0 });
    }
    expect(await begun(first)).toContain("The rain will not stop 3");
    expect(await begun(second)).toContain("Nobody has seen this comet 8");
  });

  it("and is imported again has the variables that it had", async () => {
    const first = idOf(await send("ink", ink(3), { name: "ferry" }));
    await bench.ask(deleteDialogue, { params: { project_id, graph_id: first } });
    expect((await send("ink", ink(3), { name: "ferry" })).variable_conflicts).toEqual([]);
    expect((await variables()).map(({ name }) => name)).toEqual(["gold"]);
  });
});

describe("the work of people", () => {
  it("on cards of a file is told before the file changes them, and not again afterwards", async () => {
    const first = await send("twee3", twee("The Ferry", "A", "5"));
    const nodes = (await read(idOf(first))).nodes;
    const quay = nodes.find(({ title }) => title === "Quay") ?? expect.fail("no quay");
    await bench.ask(updateNode, { params: { project_id, node_id: quay.id }, body: { text: "Our own words." } });
    const tried = await send("twee3", twee("The Ferry", "A", "5"), { dry_run: true });
    expect(tried.graphs[0]?.changes).toMatchObject([{ name: "Quay", change: "updated", edited_here: true }]);
    expect(codes(tried)).toContain("import_edits_overwritten");
    await send("twee3", twee("The Ferry", "A", "5"));
    const again = await send("twee3", twee("The Ferry", "A", "5", "is worth"), { dry_run: true });
    expect(again.graphs[0]?.changes).toMatchObject([{ name: "Start", change: "updated", edited_here: false }]);
    const gone = await send("twee3", twee("The Ferry", "A", "5").replace(/:: Quay.*/s, ""));
    expect(gone.graphs[0]?.changes).toMatchObject([{ name: "Quay", change: "deleted" }, { name: "Start" }]);
  });
});

describe("replacing is a choice", () => {
  it("tells card by card what would go, people's too, and keeps the id", async () => {
    const first = await send("yarn", yarn("Mae: The rain will not stop"), { name: "main" });
    const graph_id = idOf(first);
    await bench.ask(createNode, { params: { project_id, graph_id }, body: { title: "By hand", text: "Mine." } });
    const other = "title: Elsewhere\n---\nAda: Nobody has seen this comet\n===\n";
    const tried = await send("yarn", other, { name: "main", dry_run: true });
    const { key = "" } = tried.graphs[0] ?? {};
    expect(tried.graphs).toMatchObject([{ outcome: "new", other: { id: graph_id } }]);
    const answer = await send("yarn", other, { name: "main", replace: { [key]: graph_id } });
    expect(answer.graphs).toMatchObject([{ id: graph_id, outcome: "replaces", name: "main" }]);
    expect(answer.graphs[0]?.changes.slice(0, 2)).toMatchObject([{ change: "deleted" }, { change: "deleted" }]);
    expect(answer.graphs[0]?.changes).toContainEqual(
      expect.objectContaining({ name: "By hand", change: "deleted", made_here: true }),
    );
    expect(answer.report).toContainEqual(expect.objectContaining({ code: "import_replaced", severity: "warning" }));
    expect((await read(graph_id)).nodes.map(({ title }) => title)).toEqual(["Elsewhere"]);
    expect((await send("yarn", other, { name: "main" })).graphs).toMatchObject([{ id: graph_id, outcome: "updates" }]);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  it("is possible for a dialogue made here, and refused for one that is not", async () => {
    const made = await bench.ask(createDialogue, { params: { project_id }, body: { name: "Draft" } });
    const file = twee("The Ferry", "A", "5");
    const answer = await send("twee3", file, { replace: { "The Ferry": made.id } });
    expect(answer.graphs).toMatchObject([{ id: made.id, outcome: "replaces", name: "The Ferry" }]);
    const elsewhere = await bench.ask(createDialogue, {
      params: { project_id: await bench.newProject() },
      body: { name: "Not ours" },
    });
    for (const replace of [{ "The Ferry": elsewhere.id }, { Nobody: made.id }]) {
      const error = await call("twee3", file, { replace }).catch((caught: unknown) => caught);
      if (!(error instanceof ValidationProblem)) expect.fail(`not a 422: ${error}`);
      expect(error.items[0]?.loc.slice(0, 2)).toEqual(["body", "replace"]);
    }
  });

  it("a copy is another dialogue, with variables of its own, and later imports update the first", async () => {
    const first = await send("ink", ink(3), { name: "ferry" });
    const copy = await send("ink", ink(3), { name: "ferry", on_conflict: "copy" });
    expect(copy.graphs).toMatchObject([{ outcome: "new", name: "ferry 2" }]);
    expect((await variables()).map(({ name }) => name)).toEqual(["gold", "gold_2"]);
    const again = await send("ink", ink(9), { name: "ferry" });
    expect(again.graphs).toMatchObject([{ id: idOf(first) }]);
    expect(await begun(idOf(copy))).toContain("You hold 3 coins.");
    const error = await call("ink", ink(3), { name: "ferry", on_conflict: "refuse" }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ code: "name_taken", detail: { id: idOf(first) } });
    expect(error).toBeInstanceOf(Problem);
  });
});

describe("variables of stories", () => {
  it("keep their first values in both stories, in texts and logic", async () => {
    const a = await send("twee3", twee("A", "A", "5"));
    const b = await send("twee3", twee("B", "B", "0"));
    expect([await begun(idOf(a)), await begun(idOf(b))]).toEqual(["A has 5.", "B has 0."]);
    const c = await send("ink", ink(7));
    expect(await begun(idOf(c))).toContain("You hold 7 coins.");
    const d = await send("yarn", yarn("Mae: So many coins", 11), { name: "d" });
    expect(await begun(idOf(d))).toContain("So many coins 11");
    expect((await variables()).map(({ name, default: value }) => [name, value])).toEqual([
      ["gold", 5],
      ["gold_2", 0],
      ["gold_3", 7],
      ["gold_4", 11],
    ]);
  });

  it("that are writers' stay theirs, and a conflict is told with both types and values", async () => {
    const made = await bench.ask(variableOperations.create, {
      params: { project_id },
      body: { name: "gold", type: "string", default: "plenty" },
    });
    const answer = await send("ink", ink(3), { name: "ferry" });
    expect(answer.variable_conflicts).toMatchObject([
      {
        ...{ name: "gold", called: "gold_2", joined: false, type: "integer", default: 3, differs: true },
        existing: { id: made.id, name: "gold", type: "string", default: "plenty" },
      },
    ]);
    expect(codes(answer)).toContain("import_variable_renamed");
    const again = await call("ink", ink(3), { name: "ferry" });
    expect(again.body.variable_conflicts).toEqual([]);
    expect(again.body.graphs[0]?.change).toBe("unchanged");
  });

  it("are joined on request, and stay joined when the file comes again", async () => {
    const a = await send("ink", ink(3), { name: "a" });
    const file = ink(8, "Another boat is here.");
    const b = await send("ink", file, { name: "b", join_variables: ["gold"] });
    expect(b.variable_conflicts).toMatchObject([{ name: "gold", called: "gold", joined: true, differs: true }]);
    expect(codes(b)).toContain("import_variable_joined");
    expect(await begun(idOf(b))).toContain("You hold 3 coins.");
    const again = await call("ink", file, { name: "b" });
    expect(again.body.graphs[0]?.change).toBe("unchanged");
    expect(again.body.written.variables).toMatchObject({ created: 0, updated: 0 });
    expect(await variables()).toHaveLength(1);
    expect(idOf(b)).not.toBe(idOf(a));
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  it("get the first number that is free, however many are taken", async () => {
    const taken = ["gold", "gold_2", "gold_3", "gold_4", "gold_6", "gold_7"];
    for (const name of taken) {
      const body = { name, type: "integer", default: 0 };
      await bench.ask(variableOperations.create, { params: { project_id }, body });
    }
    const calledOf = async (name: string) => (await send("ink", ink(3, name), { name })).variable_conflicts[0]?.called;
    expect([await calledOf("a"), await calledOf("b")]).toEqual(["gold_5", "gold_8"]);
  });

  it("that no file has are not joined: a 422 names each, and those that there are", async () => {
    await send("ink", ink(3), { name: "a" });
    const more = { name: "b", join_variables: ["gold", "golt"] };
    const error = await call("ink", ink(8), more).catch((caught: unknown) => caught);
    expect((error as ValidationProblem).items).toEqual([
      {
        type: "value_error",
        loc: ["body", "join_variables", 1],
        msg: "Value error, the file has no variable of this name; it has gold",
        input: "golt",
      },
    ]);
    expect(await dialogues()).toHaveLength(1);
  });

  it("that no file gives a first value are called guesses: nothing is claimed of them, and a later import changes none", async () => {
    await send("twee3", ":: StoryTitle\nA\n\n:: Start\n<<set $luck to 4>>Luck: $luck.");
    const b = await send("twee3", ":: StoryTitle\nB\n\n:: Start\n<<set $luck to 9>>Still $luck.");
    expect(b.variable_conflicts).toMatchObject([{ name: "luck", default: null, differs: false }]);
    const [luck] = await variables();
    await bench.ask(variableOperations.update, {
      params: { project_id, variable_id: luck?.id ?? "" },
      body: { default: 2 },
    });
    await send("twee3", ":: StoryTitle\nA\n\n:: Start\n<<set $luck to 4>>Luck: $luck.");
    expect((await variables())[0]).toMatchObject({ name: "luck", default: 2 });
  });

  it("keep the name that people gave them, and texts follow it", async () => {
    const first = await send("ink", ink(3), { name: "ferry" });
    const [gold] = await variables();
    await bench.ask(variableOperations.update, {
      params: { project_id, variable_id: gold?.id ?? "" },
      body: { name: "coins" },
    });
    await send("ink", ink(3, "The ferry waits at the old landing."), { name: "ferry" });
    expect(await variables()).toMatchObject([{ id: gold?.id, name: "coins" }]);
    expect(await begun(idOf(first))).toBe("The ferry waits at the old landing. You hold 3 coins.");
  });

  it("are those of the project where its own exports come back, or two of them go elsewhere", async () => {
    const [a, b] = [
      await send("ink", ink(3), { name: "a" }),
      await send("ink", ink(8, "A boat."), { name: "b", join_variables: ["gold"] }),
    ];
    const saved = [];
    for (const graph_id of [idOf(a), idOf(b)]) {
      saved.push((await bench.ask(exportDialogue, { params: { project_id, graph_id } })).content);
    }
    for (const content of saved) {
      const again = await send("fabula_json", content);
      expect(again.written.variables).toMatchObject({ created: 0, updated: 0 });
      expect(again.graphs[0]?.change).toBe("unchanged");
    }
    project_id = await bench.newProject();
    for (const content of saved) await send("fabula_json", content);
    expect(await variables()).toMatchObject([{ name: "gold", default: 3 }]);
  });
});
