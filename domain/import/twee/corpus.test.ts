import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { describeConditions } from "../../describe-logic.ts";
import { checkGraph } from "../../structural-checks.ts";
import { corpusStory, hasCorpus, TWEE_FILES } from "../corpus.fixture.ts";
import { playedByRuntime, walked } from "../ink/walk.fixture.ts";
import { playedStory } from "../play-imported.fixture.ts";
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

/** Pattern of text that no player may read: links, macros of any story format, signs of markup, tags and entities. */
const MARKUP =
  /\[\[|\]\]|<<|>>|<%|%>|\((?:set|if|else|else-if|unless|display|print|link|goto|go-to):|\{\{\{|''|\/\/|\*\*|~~|\^\^|@@|__|==|^[ \t]*(?:[#!>]|\* |----)|<\/?[a-z]|&#?\w+;|\|[\w-]+[>)]|\{[a-z ]+[:,]/im;

describe.skipIf(!hasCorpus)("the Twee files of the corpus", () => {
  it.each(TWEE_FILES)("$file", ({ file, nodes, choices, ends, start, dialect, variables }) => {
    const { story, graph } = read(file);
    const links = graph.nodes.flatMap((each) => each.branches);
    const asked = links.filter(({ kind }) => kind === "choice");
    expect([graph.nodes.length, asked.length]).toEqual([nodes, choices]);
    expect(graph.nodes.filter(({ kind }) => kind === "end")).toHaveLength(ends);
    expect(graph.start_key).toBe(start);
    expect(graph.extensions).toMatchObject({ twee3: { dialect } });
    expect(story.variables.map((variable) => variable.name)).toEqual(variables);
    // No link of these files leads to a passage that is not there, and no two nodes share a spot.
    const keys = new Set(graph.nodes.map((each) => each.key));
    expect(keys.size).toBe(nodes);
    expect(links.filter((link) => link.target_key === null || !keys.has(link.target_key))).toEqual([]);
    expect(new Set(graph.nodes.map((each) => `${each.canvas_x},${each.canvas_y}`)).size).toBe(nodes);
  });

  it.each(TWEE_FILES)("$file shows a player no markup, wherever a walk leads", ({ file }) => {
    const { story, graph } = read(file);
    for (const { text, branches } of graph.nodes) {
      for (const words of [text, ...branches.map(({ choice_text }) => choice_text)]) expect(words).not.toMatch(MARKUP);
    }
    const play = playedByRuntime(playedStory(story, graph.key));
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }), (picks) => {
        for (const { lines, choices } of walked(play, picks)) {
          for (const words of [...lines, ...choices]) expect(words).not.toMatch(MARKUP);
        }
      }),
      { numRuns: rounds({ gate: 10, full: 100 }) },
    );
  });

  it("count what is not understood, and say its lines", () => {
    for (const { file } of TWEE_FILES) {
      const { story, graph } = read(file);
      const kept = graph.nodes.flatMap((each) => each.on_enter_effects).filter(({ op }) => op === "opaque");
      const said = story.report.filter(({ code }) => code === "twee_unread" || code === "twee_value");
      expect(kept.length > 0, file).toBe(said.length > 0);
      for (const { message } of said) expect(message).toMatch(/\(line \d+/);
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
    const places = ["Start", "Matches", "Send message?", "Rhys Johns", "Joy Ewers"].map((key) => {
      const { canvas_x, canvas_y } = node(graph, key);
      return [canvas_x, canvas_y];
    });
    expect(places).toEqual([
      [199, 99],
      [198, 299],
      [407, 402],
      [705, 229],
      [432, 204],
    ]);
    expect(describeConditions(node(graph, "Joy Ewers").conditions)).toBe("type is “Hookup”");
  });

  it("begin where a byte-order mark does, and leave out what is about the page around a story", () => {
    expect(corpusStory("twee/sugarcane_dungeonmoving.twee").startsWith("\ufeff:: North")).toBe(true);
    const { graph } = read("sugarcane_dungeonmoving");
    expect(graph.nodes.map((each) => each.key)).toEqual([
      "North",
      "Start",
      "West",
      "East",
      "Enter Dungeon",
      "South",
      "Exit",
    ]);
  });

  it("have their conditions, assignments and links with content mapped", () => {
    const lock = read("sugarcube_lockandkey_variable");
    expect(node(lock.graph, "Start").on_enter_effects).toEqual([
      { op: "set", target: "key", value: { lit: false }, when: [] },
    ]);
    const front = node(lock.graph, "Front Room 2");
    expect(front.branches.map((branch) => [branch.choice_text, branch.conditions])).toEqual([
      ["Exit", [{ op: "eq", args: [{ var: "key" }, { lit: true }] }]],
      ["Back Room", []],
    ]);
    const north = node(read("sugarcane_dungeonmoving").graph, "North");
    expect(north.on_enter_effects[0]).toEqual({ op: "sub", target: "posy", value: { lit: 1 }, when: [] });
    expect(describeConditions(north.branches[4]?.conditions ?? [])).toBe("Exit is 1");
    expect(read("harlowe_space_exploration").story.variables[0]).toMatchObject({
      name: "health",
      type: "integer",
      default: 20,
    });
  });

  it("lead by macros as by links, so that every room of the lock can be reached", () => {
    for (const file of ["sugarcube_lockandkey_variable", "chapbook_lockandkey_variable", "harlowe_turncounter"]) {
      const { graph } = read(file);
      const nodes = graph.nodes.map((each) => ({
        id: each.key,
        kind: each.kind,
        branches: each.branches.map(({ target_key, choice_text }) => ({ target_node_id: target_key, choice_text })),
      }));
      expect(checkGraph({ id: "g", start_node_id: graph.start_key }, nodes).unreachable).toEqual([]);
    }
  });
});
