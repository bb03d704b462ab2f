import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createNode } from "#server/features/dialogues/operations/create-node.ts";
import { deleteDialogue } from "#server/features/dialogues/operations/delete-dialogue.ts";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { updateNode } from "#server/features/dialogues/operations/update-node.ts";
import { validateDialogue } from "#server/features/dialogues/operations/validate-dialogue.ts";
import { createEntity } from "#server/features/entities/operations/create-entity.ts";
import { getSequence } from "#server/features/history/operations/get-sequence.ts";
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

const FERRY = `:: StoryTitle
The Ferry

:: StoryData
{"format":"SugarCube","start":"Landing"}

:: Landing [outdoors wet] {"position":"100,200"}
<<set $coins to 3>>The ferryman does not look up.
[[Pay him->Aboard]]
<<if $coins gte 5>>[[Pay him double->Aboard]]<</if>>
[[Ask about the lights->Lights]]

:: Aboard {"position":"400,200"}
The rope goes slack. [[Sit down->Landing]]

:: Jetty
Nobody comes here.
`;

async function send(content: unknown, more: Record<string, unknown> = {}) {
  return bench.call(importDialogues, { params: { project_id }, body: { format: "twee3", content, ...more } });
}

async function read(graph_id: string) {
  return bench.ask(getDialogue, { params: { project_id, graph_id } });
}

const named = <T extends { title: string | null }>(nodes: readonly T[], title: string): T =>
  nodes.find((node) => node.title === title) ?? expect.fail(`no node ${title}`);

async function refusal(body: unknown) {
  const error = await bench.call(importDialogues, { params: { project_id }, body }).catch((caught: unknown) => caught);
  if (!(error instanceof ValidationProblem)) expect.fail(`not a 422: ${error}`);
  return error.items;
}

const codes = (report: readonly { code: string }[]) => report.map(({ code }) => code);
const NOTHING = { created: 0, updated: 0, deleted: 0 };

describe("a first import", () => {
  it("makes a dialogue of the file, with its start, places, tags, guards and sources", async () => {
    const { body, headers } = await send(FERRY);
    expect(body.graphs).toMatchObject([{ name: "The Ferry", nodes: 3, branches: 4, change: "created" }]);
    expect(body.written.nodes).toEqual({ created: 3, updated: 0, deleted: 0, unchanged: 0 });
    const graph = await read(body.graphs[0]?.id ?? "");
    expect(graph.source).toEqual({ format: "twee3", key: "The Ferry" });
    const landing = named(graph.nodes, "Landing");
    expect(graph.start_node_id).toBe(landing.id);
    expect(landing).toMatchObject({ canvas_x: 100, canvas_y: 200, tags: ["outdoors", "wet"] });
    expect(landing.source).toEqual({ format: "twee3", key: "Landing" });
    const [coins] = (await bench.ask(variableOperations.list, { params: { project_id } })).variables;
    expect(coins).toMatchObject({ name: "coins", type: "integer", default: 0 });
    expect(landing.branches[1]?.conditions).toMatchObject([{ op: "gte", args: [{ var: coins?.id }, { lit: 5 }] }]);
    expect(landing.on_enter_effects).toMatchObject([{ op: "set", target: coins?.id, value: { lit: 3 } }]);
    const places = new Set(graph.nodes.map(({ canvas_x, canvas_y }) => `${canvas_x},${canvas_y}`));
    expect(places.size).toBe(3);
    expect(headers["x-project-seq"]).toBe("6");
  });

  it("says what is remarked on by the names of cards", async () => {
    const file = FERRY.replace(":: Landing", ':: Pier\nA gull. <<audio "gull" play>>\n\n:: Landing');
    const { body } = await send(file, { dry_run: true });
    const remarks = body.report.filter(({ node_key }) => node_key !== null);
    expect(remarks.map(({ node_name }) => node_name)).toContain("Pier");
    expect(remarks.every(({ node_name }) => node_name !== null)).toBe(true);
  });

  it("keeps a link to a passage nobody wrote, its name, and lets validation report it", async () => {
    const graph_id = (await send(FERRY)).body.graphs[0]?.id ?? "";
    const graph = await read(graph_id);
    const broken = named(graph.nodes, "Landing").branches[2];
    expect(broken?.extensions).toMatchObject({ fabula: { missing_target: "Lights" } });
    const report = await bench.ask(validateDialogue, { params: { project_id, graph_id } });
    expect(report).toEqual({
      dead_ends: [],
      unreachable: [named(graph.nodes, "Jetty").id],
      invalid_branch_targets: [
        {
          from_node_id: named(graph.nodes, "Landing").id,
          target_node_id: broken?.target_node_id,
          choice_text: "Ask about the lights",
        },
      ],
    });
  });

  it("gives the name it is told to, and knows the dialogue again by its source", async () => {
    const first = await send(FERRY, { name: "Night crossing" });
    const second = await send(FERRY);
    expect(first.body.graphs[0]?.name).toBe("Night crossing");
    expect(second.body.graphs[0]).toMatchObject({ id: first.body.graphs[0]?.id, name: "The Ferry", change: "updated" });
  });
});

describe("importing again", () => {
  it("writes nothing when the file is the same", async () => {
    const first = await send(FERRY);
    const before = await read(first.body.graphs[0]?.id ?? "");
    const second = await send(FERRY);
    expect(second.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    expect(second.body.graphs[0]).toMatchObject({ id: before.id, change: "unchanged" });
    for (const tally of Object.values(second.body.written)) expect(tally).toMatchObject(NOTHING);
    expect(await read(before.id)).toEqual(before);
    const params = { project_id, graph_id: before.id };
    await bench.ask(registry.dialogues.update, { params, body: { external_id: `own-${before.id}` } });
    const third = await send(FERRY.replace("does not look up", "looks up"));
    expect(third.body.graphs[0]).toMatchObject({ id: before.id });
    expect((await read(before.id)).external_id).toBe(`own-${before.id}`);
  });

  it("changes what the file changed, keeps ids, and resolves what was missing", async () => {
    const before = await read((await send(FERRY)).body.graphs[0]?.id ?? "");
    const changed = FERRY.replace("does not look up", "looks up").concat("\n:: Lights\nThey are boats.\n");
    const { body } = await send(changed);
    expect(body.written.nodes).toEqual({ created: 1, updated: 1, deleted: 0, unchanged: 2 });
    const after = await read(before.id);
    const [was, is] = [named(before.nodes, "Landing"), named(after.nodes, "Landing")];
    expect(is.text).toContain("looks up");
    expect(is.branches.map(({ id }) => id)).toEqual(was.branches.map(({ id }) => id));
    expect(is.branches[1]?.conditions).toEqual(was.branches[1]?.conditions);
    expect(is.branches[2]?.target_node_id).toBe(named(after.nodes, "Lights").id);
    expect(is.branches[2]?.extensions).not.toHaveProperty("fabula");
  });

  it("deletes what vanished from the file, says so, and leaves alone what people made", async () => {
    const graph_id = (await send(FERRY)).body.graphs[0]?.id ?? "";
    const odo = await bench.ask(createEntity, {
      params: { project_id },
      body: { external_id: "odo", type: "character", name: "Odo" },
    });
    await bench.ask(createNode, { params: { project_id, graph_id }, body: { title: "By hand", text: "Mine." } });
    const aboard = named((await read(graph_id)).nodes, "Aboard");
    const jetty = named((await read(graph_id)).nodes, "Jetty");
    await bench.ask(updateNode, {
      params: { project_id, node_id: aboard.id },
      body: { speaker_id: odo.id, kind: "hub", extensions: { game: { camera: 2 } } },
    });
    await bench.ask(updateNode, { params: { project_id, node_id: jetty.id }, body: { canvas_x: -5, canvas_y: 7 } });
    const same = await send(FERRY);
    for (const tally of Object.values(same.body.written)) expect(tally).toMatchObject(NOTHING);

    const { body } = await send(FERRY.replace(/:: Jetty.*/s, ""));
    expect(body.written.nodes).toEqual({ created: 0, updated: 0, deleted: 1, unchanged: 2 });
    expect(codes(body.report)).toEqual(expect.arrayContaining(["import_node_deleted", "import_nodes_kept"]));
    const after = await read(graph_id);
    expect(after.nodes.map(({ title }) => title)).toEqual(["Landing", "Aboard", "By hand"]);
    expect(named(after.nodes, "Aboard")).toMatchObject({
      speaker_id: odo.id,
      kind: "hub",
      extensions: { game: { camera: 2 } },
    });
  });

  it("makes a new dialogue when the old one was deleted", async () => {
    const first = (await send(FERRY)).body.graphs[0]?.id ?? "";
    await bench.ask(deleteDialogue, { params: { project_id, graph_id: first } });
    const again = await send(FERRY);
    expect(again.body.graphs[0]).toMatchObject({ change: "created" });
    expect(again.body.graphs[0]?.id).not.toBe(first);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  it("keeps the same passage names of two stories apart", async () => {
    const one = (await send(FERRY)).body.graphs[0]?.id ?? "";
    const two = (await send(FERRY.replace("The Ferry", "The Other Ferry"))).body.graphs[0]?.id ?? "";
    expect(two).not.toBe(one);
    expect((await read(one)).nodes).toHaveLength(3);
    expect((await read(two)).nodes).toHaveLength(3);
  });
});

describe("variables", () => {
  it("keeps the project's variable of a name, says so, and gives the story its own", async () => {
    await bench.ask(variableOperations.create, {
      params: { project_id },
      body: { name: "coins", type: "string", default: "few" },
    });
    const { body } = await send(FERRY);
    expect(body.written.variables).toEqual({ created: 1, updated: 0, deleted: 0, unchanged: 0 });
    expect(codes(body.report)).toContain("import_variable_renamed");
    const { variables } = await bench.ask(variableOperations.list, { params: { project_id } });
    expect(variables).toMatchObject([
      { name: "coins", type: "string", default: "few", source: null },
      { name: "coins_2", type: "integer", default: 0, source: { format: "twee3", story: "The Ferry", key: "coins" } },
    ]);
  });
});

describe("a dry run", () => {
  it("answers what would be, and writes nothing", async () => {
    const { body, headers } = await send(FERRY, { dry_run: true });
    expect(body).toMatchObject({
      dry_run: true,
      graphs: [{ name: "The Ferry", nodes: 3, branches: 4, change: "created" }],
    });
    expect(body.written.nodes.created).toBe(3);
    expect(headers["x-project-seq"]).toBe("1");
    const real = await send(FERRY);
    expect(real.body.report.map(({ code, message }) => ({ code, message }))).toEqual(
      body.report.map(({ code, message }) => ({ code, message })),
    );
    const smaller = await send(FERRY.replace(/:: Jetty.*/s, ""), { dry_run: true });
    expect(smaller.body.written.nodes).toMatchObject({ deleted: 1 });
    expect((await read(real.body.graphs[0]?.id ?? "")).nodes).toHaveLength(3);
    const sequence = await bench.ask(getSequence, { params: { project_id }, query: { at: new Date().toISOString() } });
    expect(sequence.seq).toBe(Number(real.headers["x-project-seq"]));
  });
});

describe("what is refused", () => {
  it("is told at the content, with the reason and the place in the file", async () => {
    const cases: [unknown, object][] = [
      [
        { format: "twee3", content: { not: "a text" } },
        { loc: ["body", "content"], type: "value_error", ctx: { code: "wrong_content_type" } },
      ],
      [
        { format: "twee3", content: "   \n" },
        { loc: ["body", "content"], type: "value_error", ctx: { code: "empty_story" } },
      ],
      [
        { format: "twee3", content: ":: A\nx\u0000y" },
        { loc: ["body", "content"], type: "value_error", ctx: { code: "invalid_character", line: 2 } },
      ],
      [
        { format: "fabula_json", content: "{" },
        { loc: ["body", "content"], type: "value_error", ctx: { code: "invalid_json", line: 1 } },
      ],
      [
        { format: "fabula_json", content: "[]" },
        { loc: ["body", "content"], type: "value_error" },
      ],
      [
        { format: "fabula_json", content: 7 },
        { loc: ["body", "content"], type: "value_error" },
      ],
      [
        { format: "arcweave_json", content: null },
        { loc: ["body", "content"], type: "value_error" },
      ],
      [
        { format: "arcweave_json", content: {} },
        { loc: ["body", "content"], type: "value_error" },
      ],
      [
        { format: "ink", content: "Hello.\n* {x\n" },
        { loc: ["body", "content"], ctx: { code: "invalid_syntax", line: 2, column: 5 } },
      ],
      [
        { format: "docx", content: "x" },
        { loc: ["body", "format"], type: "enum" },
      ],
      [{ format: "twee3" }, { loc: ["body", "content"], type: "missing" }],
      [{ format: "twee3", content: FERRY, name: "" }, { loc: ["body", "name"] }],
      [
        { format: "twee3", content: FERRY, into: "x" },
        { loc: ["body", "into"], type: "extra_forbidden" },
      ],
    ];
    for (const [body, item] of cases) {
      const items = await refusal(body);
      expect(items[0], JSON.stringify(body)).toMatchObject(item);
      expect(JSON.stringify(items)).not.toContain("ferryman");
    }
  });

  it("never reaches the database as something it cannot hold", async () => {
    const long = "x".repeat(5_000);
    const stories = [
      `:: StoryTitle\n${long}\n\n:: ${long}\n[[${long}2]] [[a->${long}3]]`,
      `:: A [${"t".repeat(300)} ${Array.from({ length: 150 }, (_, i) => `tag${i}`).join(" ")}]\ntext`,
      `:: __proto__\n[[constructor]] [[__proto__]] [[toString]]\n\n:: constructor\nx`,
      `:: A {"__proto__":{"x":1},"position":"1e300,-1e300"}\n[[A]]`,
      `:: A {"position":"nonsense"}\n${"[[B]]".repeat(900)}`,
      `:: \u2028\u0085odd\n[[ \u0007 ]]`,
      ":: A\n\\:: not a header [[|]] [[->]] [[<-]] [[",
      `:: A\n${"(if: $a)[".repeat(300)}[[B]]`,
      `:: A\n${"<<if $a>>".repeat(300)}[[B]]`,
      `:: A\n(set: $a to ${"(".repeat(2_000)}1)`,
    ];
    for (const [index, content] of stories.entries()) {
      const outcome = await send(content).catch((error: unknown) => error);
      if (outcome instanceof Error)
        expect(outcome, `story ${index}: ${outcome.message}`).toBeInstanceOf(ValidationProblem);
      else
        expect((await send(content)).headers["x-project-seq"], `story ${index}`).toBe(
          (outcome as { headers: Record<string, string> }).headers["x-project-seq"],
        );
    }
    const huge = await refusal({ format: "twee3", content: `:: A\n${"[[B]]".repeat(1_001)}` });
    expect(huge[0]).toMatchObject({ loc: ["body", "content"], ctx: { code: "too_large" } });
    const text = await refusal({ format: "twee3", content: `:: A\n${"x".repeat(100_001)}` });
    expect(text[0]).toMatchObject({ loc: ["body", "content"], ctx: { code: "too_large" } });
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });
});
