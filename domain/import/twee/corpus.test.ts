import { describe, expect, it } from "vitest";
import { describeConditions } from "../../describe-logic.ts";
import { checkGraph } from "../../structural-checks.ts";
import { corpusStory, hasCorpus, TWEE_FILES } from "../corpus.fixture.ts";
import type { ImportedGraph, ImportedStory } from "../story.ts";
import { importTwee } from "./twee.ts";

function read(file: string): { story: ImportedStory; graph: ImportedGraph } {
  const story = importTwee(corpusStory(`twee/${file}.twee`));
  const [graph] = story.graphs;
  if (graph === undefined) throw new Error("no graph");
  return { story, graph };
}

function node(graph: ImportedGraph, key: string) {
  const found = graph.nodes.find((candidate) => candidate.key === key);
  if (found === undefined) throw new Error(`no node ${key}`);
  return found;
}

describe.skipIf(!hasCorpus)("the Twee files of the corpus", () => {
  it.each(TWEE_FILES)("$file", ({ file, nodes, branches, dialect, variables }) => {
    const { story, graph } = read(file);
    const links = graph.nodes.flatMap((each) => each.branches);
    expect([graph.nodes.length, links.length]).toEqual([nodes, branches]);
    expect(graph.start_key).toBe("Start");
    expect(graph.extensions).toMatchObject({ twee3: { dialect } });
    expect(story.variables.map((variable) => variable.name)).toEqual(variables);
    // No link of these files leads to a passage that is not there, and no two nodes share a spot.
    const keys = new Set(graph.nodes.map((each) => each.key));
    expect(links.filter((link) => link.target_key === null || !keys.has(link.target_key))).toEqual([]);
    expect(new Set(graph.nodes.map((each) => `${each.canvas_x},${each.canvas_y}`)).size).toBe(nodes);
  });

  it("keep the source of every passage", () => {
    for (const { file } of TWEE_FILES) {
      const source = corpusStory(`twee/${file}.twee`);
      for (const each of read(file).graph.nodes) expect(source).toContain(each.text);
    }
  });

  it("name the story, and know what is script and style sheet", () => {
    expect(read("snowman_savinggames").story.name).toBe("Saving Games in Snowman");
    const assets = (file: string) => {
      const own = read(file).graph.extensions.twee3 as { assets?: { name: string }[] };
      return own.assets?.map((asset) => asset.name);
    };
    expect(assets("snowman_savinggames")).toEqual(["UserScript"]);
    expect(assets("harlowe_dungeonmoving")).toEqual(["User Style"]);
    expect(assets("harlowe_hiddenlink")).toEqual(["UserStylesheet"]);
    expect(assets("sugarcube_timedpassages")).toEqual(["StoryJavaScript"]);
    expect(assets("harlowe_storylets")).toBeUndefined();
  });

  it("read StoryData, and say so when its start is no passage", () => {
    const { story, graph } = read("harlowe_storylets");
    expect(graph.extensions).toMatchObject({ twee3: { story_data: { ifid: "D709A2F4-0E88-4010-B157-8ADEDDB2DC74" } } });
    expect(story.report.map((item) => item.code)).toContain("twee_start_unknown");
    expect(graph.nodes.map((each) => [each.canvas_x, each.canvas_y])).toEqual([
      [199, 99],
      [198, 299],
      [407, 402],
      [705, 229],
      [432, 204],
    ]);
    expect(describeConditions(node(graph, "Joy Ewers").conditions)).toBe("type is “Hookup”");
  });

  it("begin where a byte-order mark does", () => {
    expect(corpusStory("twee/sugarcane_dungeonmoving.twee").startsWith("\ufeff:: North")).toBe(true);
    const { graph } = read("sugarcane_dungeonmoving");
    expect(graph.nodes.map((each) => each.key)).toEqual([
      "North",
      "Start",
      "Maze Addon",
      "StoryAuthor",
      "West",
      "East",
      "Enter Dungeon",
      "South",
      "Exit",
    ]);
  });

  it("have their simple conditions and assignments mapped", () => {
    const lock = read("sugarcube_lockandkey_variable");
    expect(node(lock.graph, "Start").on_enter_effects).toEqual([
      { op: "set", target: "key", value: { lit: false }, when: [] },
    ]);
    const front = node(lock.graph, "Front Room");
    expect(front.branches.map((branch) => [branch.choice_text, branch.conditions])).toEqual([
      ["Exit", [{ op: "eq", args: [{ var: "key" }, { lit: true }] }]],
      ["Back Room", []],
    ]);
    const north = node(read("sugarcane_dungeonmoving").graph, "North");
    expect(north.on_enter_effects).toEqual([{ op: "sub", target: "posy", value: { lit: 1 }, when: [] }]);
    expect(describeConditions(north.branches[4]?.conditions ?? [])).toBe("Exit is 1");
    expect(read("harlowe_space_exploration").story.variables[0]).toMatchObject({
      name: "health",
      type: "integer",
      default: 20,
    });
    const unlock = node(read("chapbook_lockandkey_variable").graph, "Front Room").branches[0];
    expect([unlock?.choice_text, unlock?.target_key, describeConditions(unlock?.conditions ?? [])]).toEqual([
      "Unlock the door",
      "Exit",
      "key is true",
    ]);
  });

  it("keep guards they cannot read, else-branches included", () => {
    const map = node(read("harlowe_dungeonmoving").graph, "Map");
    expect(map.branches.map((branch) => describeConditions(branch.conditions))).toEqual([
      "not «_north is 1» and «_north is 2»",
      "not «_east is 1» and «_east is 2»",
      "not «_south is 1» and «_south is 2»",
      "not «_west is 1» and «_west is 2»",
    ]);
    const enter = node(read("sugarcane_dungeonmoving").graph, "Enter Dungeon");
    expect(enter.branches[0]?.conditions).toEqual([{ op: "opaque", format: "sugarcane", source: "$North eq true" }]);
  });

  it("make links in a script branches that are never taken, and say so", () => {
    const { story, graph } = read("harlowe_hiddenlink");
    expect(node(graph, "Hidden Link Setup").branches.map((branch) => branch.conditions)).toEqual(
      Array(3).fill([{ lit: false }]),
    );
    expect(node(graph, "Start").branches.map((branch) => branch.conditions)).toEqual([[], [], []]);
    expect(story.report.filter((item) => item.code === "twee_link_never_shown")).toHaveLength(3);
  });

  it("say where a story moves by macro, which is why parts seem unreachable", () => {
    const { story, graph } = read("sugarcube_space_exploration");
    const moves = story.report.filter((item) => item.code === "twee_move_is_text").map((item) => item.node_key);
    expect(moves).toEqual(["Explore Space 1", "Explore Space 2", "Check Status"]);
    const nodes = graph.nodes.map((each) => ({
      id: each.key,
      kind: each.kind,
      branches: each.branches.map((branch) => ({ target_node_id: branch.target_key, choice_text: branch.choice_text })),
    }));
    const report = checkGraph({ id: "g", start_node_id: graph.start_key }, nodes);
    expect(report.unreachable).toHaveLength(11);
    // Five of the twelve passages without links have no macro that could lead on: they are endings.
    expect(report.dead_ends).toHaveLength(7);
  });
});
