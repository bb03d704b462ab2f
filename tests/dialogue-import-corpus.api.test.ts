import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "#domain/canonical-json.ts";
import { playedByInk, playedByUs, walked } from "#domain/import/ink/walk.fixture.ts";
import { exportDialogue } from "#server/features/dialogues/operations/export-dialogue.ts";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { validateDialogue } from "#server/features/dialogues/operations/validate-dialogue.ts";
import { listEntities } from "#server/features/entities/operations/list-entities.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { variables: variableOperations } = registry;

const STORIES = fileURLToPath(new URL("../../shared/corpus/stories/", import.meta.url));
const hasCorpus = existsSync(STORIES);

/**
 * Cards and branches that are made of the passages, how many of them are endings, and what the structural check finds: dead ends are cards
 * on which something is not understood that may lead on.
 */
const TWEE: [file: string, nodes: number, branches: number, ends: number, deadEnds: number, unreachable: number][] = [
  ["chapbook_lockandkey_variable.twee", 11, 15, 1, 0, 0],
  ["harlowe_conditionalstatements.twee", 9, 10, 2, 0, 0],
  ["harlowe_dungeonmoving.twee", 32, 56, 1, 0, 0],
  ["harlowe_hiddenlink.twee", 2, 4, 1, 0, 0],
  ["harlowe_space_exploration.twee", 31, 36, 5, 0, 12],
  ["harlowe_storylets.twee", 6, 8, 1, 1, 3],
  ["harlowe_turncounter.twee", 17, 31, 0, 0, 0],
  ["snowman_savinggames.twee", 12, 18, 0, 0, 0],
  ["sugarcane_dungeonmoving.twee", 7, 25, 1, 0, 0],
  ["sugarcube_conditionalstatements.twee", 3, 2, 2, 0, 0],
  ["sugarcube_lockandkey_variable.twee", 11, 15, 1, 0, 0],
  ["sugarcube_space_exploration.twee", 31, 36, 5, 0, 12],
  ["sugarcube_timedpassages.twee", 10, 13, 1, 0, 0],
];

/** A Twee file with the data of its headers in one order of keys: the database keeps none. */
function withSortedData(file: unknown): string {
  return String(file)
    .replace(/(?<=^:: StoryData\n)\{.*?^\}/ms, (data) => canonicalJson(JSON.parse(data)))
    .replace(/(?<=^::.*)\{.*\}$/gm, (data) => canonicalJson(JSON.parse(data)));
}

describe.skipIf(!hasCorpus)("stories nobody here wrote", () => {
  let bench: Workbench;
  /** All stories go into one project, where their variables meet; their exports into another. */
  let project_id: string;
  let elsewhere: string;

  beforeAll(async () => {
    bench = await openWorkbench();
    project_id = await bench.newProject();
    elsewhere = await bench.newProject();
  });
  afterAll(() => bench.close());

  const story = (path: string) => readFileSync(`${STORIES}${path}`, "utf8");
  const send = (format: string, content: unknown, project = project_id) =>
    bench.call(importDialogues, { params: { project_id: project }, body: { format, content } });
  const read = (graph_id: string) => bench.ask(getDialogue, { params: { project_id, graph_id } });
  const save = async (graph_id: string, format = "fabula_json", project = project_id) =>
    (await bench.ask(exportDialogue, { params: { project_id: project, graph_id }, query: { format } })).content;

  /** Sends an export back here and into another project, and expects nothing to change on the way. */
  async function expectRoundTrip(graph_id: string, seq: string | undefined): Promise<void> {
    const content = await save(graph_id);
    const here = await send("fabula_json", content);
    expect(here.body.graphs[0]?.id).toBe(graph_id);
    expect(here.headers["x-project-seq"]).toBe(seq);
    const there = await send("fabula_json", content, elsewhere);
    const copy = there.body.graphs[0]?.id ?? "";
    expect(canonicalJson(await save(copy, "fabula_json", elsewhere))).toBe(canonicalJson(content));
    const again = await send("fabula_json", JSON.stringify(content), elsewhere);
    expect(again.headers["x-project-seq"]).toBe(there.headers["x-project-seq"]);
  }

  it("The Intercept, without a loss", async () => {
    const first = await send("ink", story("the-intercept.ink"));
    expect(first.body.graphs).toMatchObject([{ nodes: 621, branches: 1083, change: "created" }]);
    expect(first.body.report.filter(({ severity }) => severity !== "info")).toEqual([]);
    const again = await send("ink", story("the-intercept.ink"));
    expect(again.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    const graph_id = first.body.graphs[0]?.id ?? "";
    await expectRoundTrip(graph_id, first.headers["x-project-seq"]);
    const yarn = await send("yarn", await save(graph_id, "yarn"), elsewhere);
    expect(yarn.body.graphs[0]?.branches).toBeGreaterThan(1_000);
    const written = await bench.ask(exportDialogue, { params: { project_id, graph_id }, query: { format: "ink" } });
    expect([written.filename, written.report.filter(({ severity }) => severity !== "info")]).toEqual([
      "untitled-story.ink",
      [],
    ]);
    const [original, ours] = [playedByInk(story("the-intercept.ink")), playedByInk(String(written.content))];
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 80, maxLength: 80 }), (picks) => {
        expect(walked(ours, picks)).toEqual(walked(original, picks));
      }),
      { numRuns: rounds({ gate: 10, full: 500 }) },
    );
  });

  it("a variable that only texts name goes along with its dialogue", async () => {
    const { body } = await send("ink", "VAR only_told = 3\nYou have {only_told}.\n-> END");
    const graph_id = body.graphs[0]?.id ?? "";
    expect(await save(graph_id)).toMatchObject({ variables: [{ name: "only_told", default: 3 }] });
    expect(await save(graph_id, "yarn")).toContain("<<declare $only_told = 3>>");
  });

  it(`The Intercept says what ink's own engine says, on ${rounds({ gate: 20, full: 1_000 })} random walks`, () => {
    const source = story("the-intercept.ink");
    const [ink, us] = [playedByInk(source), playedByUs(source)];
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 150, maxLength: 150 }), (picks) => {
        const [theirs, ours] = [ink(), us()];
        let [said, same] = [theirs.first, ours.first];
        for (const pick of picks) {
          expect(same).toEqual(said);
          if (said.choices.length === 0) return;
          const at = pick % said.choices.length;
          [said, same] = [theirs.choose(at), ours.choose(at)];
        }
      }),
      { numRuns: rounds({ gate: 20, full: 1_000 }), seed: TEST_SEED },
    );
  });

  it.each(TWEE)("%s: %i nodes, %i branches", async (file, nodes, branches, ends, deadEnds, unreachable) => {
    const first = await send("twee3", story(`twee/${file}`));
    expect(first.body.graphs).toMatchObject([{ nodes, branches, change: "created" }]);
    const graph_id = first.body.graphs[0]?.id ?? "";
    const graph = await read(graph_id);
    expect(graph.nodes).toHaveLength(nodes);
    expect(graph.nodes.flatMap((node) => node.branches)).toHaveLength(branches);
    expect(graph.nodes.map(({ id }) => id)).toContain(graph.start_node_id);
    const places = new Set(graph.nodes.map(({ canvas_x, canvas_y }) => `${canvas_x},${canvas_y}`));
    expect(places.size).toBe(nodes);

    const second = await send("twee3", story(`twee/${file}`));
    expect(second.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    expect(await read(graph_id)).toEqual(graph);

    const report = await bench.ask(validateDialogue, { params: { project_id, graph_id } });
    expect(graph.nodes.filter(({ kind }) => kind === "end")).toHaveLength(ends);
    expect(report.dead_ends).toHaveLength(deadEnds);
    expect(report.unreachable).toHaveLength(unreachable);
    expect(report.invalid_branch_targets).toEqual([]);
    await expectRoundTrip(graph_id, first.headers["x-project-seq"]);
  });

  it.each(TWEE.map(([file]) => file))("%s: its Twee export says the same again", async (file) => {
    const graph_id = (await send("twee3", story(`twee/${file}`))).body.graphs[0]?.id ?? "";
    const content = await save(graph_id, "twee3");
    const project = await bench.newProject();
    const copy = (await send("twee3", content, project)).body.graphs[0]?.id ?? "";
    expect(withSortedData(await save(copy, "twee3", project))).toBe(withSortedData(content));
  });

  it("Arcweave's castle: two boards that lead to each other, components, variables, notes", async () => {
    const first = await send("arcweave_json", story("arcweave-castle.json"));
    expect(first.body.graphs).toMatchObject([
      { name: "Main Board", nodes: 11, branches: 19 },
      { name: "Crusader Dialogue", nodes: 8, branches: 9 },
    ]);
    for (const { node_key, node_name } of first.body.report) {
      if (node_key !== null) expect(node_name).not.toBe(node_key);
    }
    const codes = first.body.report.map(({ code }) => code);
    expect(codes.filter((code) => code === "arcweave_folder")).toHaveLength(2);
    expect(codes.filter((code) => code === "arcweave_board_without_nodes")).toHaveLength(1);
    expect(codes).not.toContain("import_reference_unknown");

    const [main, crusader] = await Promise.all(first.body.graphs.map(({ id }) => read(id)));
    if (main === undefined || crusader === undefined) expect.fail("two dialogues");
    const exits = [...main.nodes, ...crusader.nodes].filter(({ exit_to }) => exit_to !== null);
    expect(exits.map(({ kind }) => kind)).toEqual(["end", "end"]);
    expect(exits.map(({ exit_to }) => exit_to?.graph_id)).toEqual([crusader.id, main.id]);
    expect(crusader.nodes.map(({ id }) => id)).toContain(exits[0]?.exit_to?.node_id);
    expect(main.nodes.map(({ id }) => id)).toContain(exits[1]?.exit_to?.node_id);

    const { entities } = await bench.ask(listEntities, { params: { project_id } });
    expect(entities.map(({ external_id, type }) => [external_id, type])).toEqual([
      ["castle-courtyard", "location"],
      ["crusader", "character"],
      ["castle-monsignor", "location"],
    ]);
    const { variables } = await bench.ask(variableOperations.list, { params: { project_id }, query: { limit: 500 } });
    expect(variables.map(({ name }) => name)).toContain("score");

    const second = await send("arcweave_json", JSON.parse(story("arcweave-castle.json")));
    expect(second.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    expect(second.body.graphs.map(({ id }) => id)).toEqual([main.id, crusader.id]);
    for (const { id } of [main, crusader]) await expectRoundTrip(id, first.headers["x-project-seq"]);
  });

  it("are in the record as they are in the tables", async () => {
    expect((await bench.replay(project_id)).differences).toEqual([]);
    expect((await bench.replay(elsewhere)).differences).toEqual([]);
  });
});
