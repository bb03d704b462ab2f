import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { describeConditions, describeEffect } from "../../describe-logic.ts";
import { NOTE_HEIGHT, nodeHeight, WIDTH } from "../../dialogue/node-metrics.ts";
import { VARIABLE_DEFAULTS } from "../../dialogue/wire.ts";
import { explore } from "../../runtime/explore.ts";
import type { Page } from "../../runtime/run.ts";
import { checkGraph } from "../../structural-checks.ts";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { ImportError } from "../import-error.ts";
import { playedStory } from "../play-imported.fixture.ts";
import type { ImportedGraph, ImportedStory } from "../story.ts";
import { importArcweave } from "./arcweave.ts";
import { plainText, readRichText } from "./rich-text.ts";

function check(graph: ImportedGraph) {
  const nodes = graph.nodes.map((node) => ({
    id: node.title ?? node.key,
    key: node.key,
    kind: node.kind,
    branches: node.branches,
  }));
  const titles = new Map(nodes.map((node) => [node.key, node.id]));
  return checkGraph(
    { id: graph.key, start_node_id: titles.get(graph.start_key ?? "") ?? null },
    nodes.map((node) => ({
      ...node,
      branches: node.branches.map((branch) => ({
        target_node_id: branch.target_key === null ? null : (titles.get(branch.target_key) ?? branch.target_key),
        target_graph_id: branch.target_graph_key,
        choice_text: branch.choice_text,
      })),
    })),
  );
}

describe.skipIf(!hasCorpus)("the Arcweave project of the corpus", () => {
  const story: ImportedStory = hasCorpus
    ? importArcweave(corpusStory("arcweave-castle.json"))
    : { format: "arcweave_json", name: null, graphs: [], variables: [], entities: [], report: [] };
  const [main, crusader] = story.graphs;
  const byTitle = (graph: ImportedGraph | undefined, title: string | null) => {
    const found = graph?.nodes.find((node) => node.title === title);
    if (found === undefined) throw new Error(`no node ${title}`);
    return found;
  };

  it("is two dialogues: two boards are folders, one holds only notes", () => {
    expect(story.graphs.map((graph) => graph.name)).toEqual(["Main Board", "Crusader Dialogue"]);
    expect(story.name).toBe("Restored - The Castle");
    const skipped = story.report.filter(
      (item) => item.code.startsWith("arcweave_folder") || item.code.startsWith("arcweave_board"),
    );
    expect(skipped.map((item) => [item.code, item.message])).toEqual([
      ["arcweave_folder", "The board “Root” is a folder and is not imported."],
      ["arcweave_folder", "The board “Dialogues” is a folder and is not imported."],
      ["arcweave_board_without_nodes", "The board “Credits” contains only notes and is not imported."],
    ]);
  });

  it("has its elements, branches and jumpers as nodes", () => {
    const kinds = (graph: ImportedGraph | undefined) => {
      const counts: Record<string, number> = {};
      for (const node of graph?.nodes ?? []) counts[node.kind] = (counts[node.kind] ?? 0) + 1;
      return counts;
    };
    // Six and seven elements, of which one has four texts; of three jumpers, the one to its own board is no node, nor is the branch whose
    // ways have words: they are choices of what leads to it.
    expect(kinds(main)).toEqual({ line: 9, condition: 1, end: 1 });
    expect(kinds(crusader)).toEqual({ line: 5, end: 3 });
    expect(story.graphs.map((graph) => graph.nodes.flatMap((node) => node.branches).length)).toEqual([19, 9]);
    expect(story.graphs.map((graph) => graph.annotations.length)).toEqual([12, 1]);
  });

  it("leaves a board by ends that say where to", () => {
    expect(byTitle(main, "Dialogue start")).toMatchObject({
      kind: "end",
      exit_to: { graph_key: crusader?.key, node_key: crusader?.start_key },
      branches: [],
    });
    expect(byTitle(crusader, "The stone passage")).toMatchObject({
      kind: "end",
      exit_to: { graph_key: main?.key, node_key: byTitle(main, "The stone passage").key },
    });
    const house = byTitle(main, "The small house - Overview");
    expect(house.branches.map((branch) => branch.target_key)).toEqual([
      byTitle(main, "Examine the painting").key,
      byTitle(main, "Examine the painting").key,
      byTitle(main, "Castle Courtyard").key,
    ]);
  });

  it("starts where the project does, and else where jumpers lead", () => {
    expect(main?.start_key).toBe(byTitle(main, "Outside Castle Monsignor").key);
    expect(crusader?.start_key).toBe(byTitle(crusader, "Dialogue start").key);
  });

  it("has plain words, with the markup kept beside them", () => {
    const painting = byTitle(main, "Examine the painting");
    const first =
      'The knight is guarding a mysterious gate. You see a name written above his head:\n\n"Conrad IV, Count of Exeter"';
    const known = "\n\nHe looks just like the crusader you saw guarding the door!";
    const noted =
      "\n\nYou make a mental note of the knight's name. (Your score just went up 2 points. You now have a score of";
    const texts = [1, 2, 3, 4].map((number) => byTitle(main, `Examine the painting ${number}`).text);
    expect(texts).toEqual([
      `${first}${known}${noted} {score}.)`,
      `${first}${known}`,
      `${first}${noted} {score}.)`,
      first,
    ]);
    expect(painting).toMatchObject({ kind: "condition", text: "" });
    expect(painting.branches.map(({ kind, target_key }) => [kind, target_key])).toEqual([
      ...[1, 2, 3].map((number) => ["auto", byTitle(main, `Examine the painting ${number}`).key]),
      ["else", byTitle(main, "Examine the painting 4").key],
    ]);
    expect(JSON.stringify(painting.extensions)).toContain("<blockquote>");
    const labels = byTitle(main, "Castle Courtyard").branches.map((branch) => branch.choice_text);
    expect(labels).toEqual(["Follow the path north", "Enter the house", "Exit Castle Monsignor"]);
    // The rest of this label only shows under a condition.
    const { branches } = byTitle(main, "The small house - Overview");
    expect(branches.map(({ choice_text, conditions }) => [choice_text, conditions.length])).toEqual([
      ["Examine the painting one more time", 1],
      ["Examine the painting", 1],
      ["Back to Castle Courtyard", 0],
    ]);
    for (const node of story.graphs.flatMap((graph) => graph.nodes))
      expect(node.text).not.toMatch(/<\/?[a-z]|&[a-z]+;/);
  });

  it("has its scripts as conditions and effects", () => {
    expect(byTitle(main, "Examine the painting").on_enter_effects.map((effect) => describeEffect(effect))).toEqual([
      "score + 2, if visits to this node is 1",
    ]);
    const names = { node: (key: string) => main?.nodes.find((node) => node.key === key)?.title ?? undefined };
    const alternatives = byTitle(crusader, "The Question").branches.slice(0, 2);
    expect(
      alternatives.map((branch) => [branch.kind, branch.choice_text, describeConditions(branch.conditions, names)]),
    ).toEqual([
      ["choice", '"Conrad IV, Count of Exeter?"', "“Examine the painting” has been visited"],
      ["choice", '"Uh... Crusader?"', "not (“Examine the painting” has been visited)"],
    ]);
    expect(story.variables).toEqual([
      { ...VARIABLE_DEFAULTS, name: "score", type: "integer", default: 0, enum_values: [], description: "" },
    ]);
  });

  it("has components as entities with their attributes", () => {
    expect(story.entities.map((entity) => [entity.type, entity.name])).toEqual([
      ["location", "Castle Courtyard"],
      ["character", "Crusader"],
      ["location", "Castle Monsignor"],
    ]);
    expect(story.entities[1]?.properties).toMatchObject({ "Real name": "Conrad IV, Count of Exeter" });
    expect(story.entities[2]?.properties["Characters living here"]).toEqual([story.entities[1]?.key]);
  });

  it("reaches its good ending by a way that an exploration finds, and every end of it", () => {
    const [dialogue, crusader] = story.graphs.map((graph) => graph.key);
    const played = playedStory(story, crusader ?? "");
    for (const title of ["Success", "Game over"]) {
      const goal = story.graphs.flatMap((graph) => graph.nodes).find((node) => node.title === title);
      expect(goal?.kind).toBe("end");
      const isWanted = ({ nodes }: Page) => nodes.includes(goal?.key ?? "");
      expect([title, explore(played, { isWanted, budget: 20_000 }).kind]).toEqual([title, "found"]);
    }
    expect(dialogue).not.toBe(crusader);
  });

  it("can be played from start to end, and is laid out without overlap", () => {
    expect(story.graphs.map(check)).toEqual([
      { dead_ends: [], unreachable: [], invalid_branch_targets: [] },
      { dead_ends: [], unreachable: [], invalid_branch_targets: [] },
    ]);
    for (const graph of story.graphs) {
      const nodes = [...graph.nodes, ...graph.annotations];
      for (const [i, a] of nodes.entries()) {
        for (const b of nodes.slice(i + 1)) {
          const [above, below] = a.canvas_y <= b.canvas_y ? [a, b] : [b, a];
          const height = "kind" in above ? nodeHeight(above, above.branches.length) : (above.height ?? NOTE_HEIGHT);
          const isApart = Math.abs(a.canvas_x - b.canvas_x) >= WIDTH || above.canvas_y + height <= below.canvas_y;
          expect(isApart).toBe(true);
        }
      }
    }
  });
});

describe("rich text", () => {
  it.each([
    ["<p>One &amp; <strong>two</strong></p><p></p><p>three<br>four&nbsp;five</p>", "One & two\n\nthree\nfour five"],
    ["<ul><li>a</li><li>b</li></ul>", "– a\n\n– b"],
    ['<p>x <a href="a>b">link</a> y</p>', "x link y"],
    ["a < b <c", "a < b <c"],
    ["&#65;&#x1F600;&#xD800;&#0;&unknown;&__proto__;", "A😀��&unknown;&__proto__;"],
    ["<p>one</p><pre><code>x = 1</code></pre><p>two</p>", "one\n\ntwo"],
    ['<p "unclosed>x</p>', "x"],
  ])("%s", (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it("has scripts as blocks, with mentions by id and by name", () => {
    const html =
      '<pre><code>if visits(<span class="mention" data-id="e1" data-type="element">the_door</span>)</code></pre>';
    expect(readRichText(html)).toEqual([{ type: "code", source: "if visits(⟦e1⟧)", shown: "if visits(the_door)" }]);
  });
});

function project(more: Record<string, unknown>): unknown {
  return {
    name: "Harbour",
    startingElement: "e1",
    boards: { b1: { name: "Quay", elements: ["e1", "e2"], branches: ["r1"], jumpers: ["j1", "j2"], notes: ["n1"] } },
    notes: { n1: { theme: "blue", content: "<p>Fog</p>" } },
    elements: {
      e1: {
        title: "<p>Quay</p>",
        content: "<p>Fog.</p><pre><code>coins -= 1\nopen = true\nrisk = random()</code></pre>",
        outputs: ["c1", "c2"],
      },
      e2: { title: "", content: "<p>Sea.</p>", outputs: [] },
    },
    jumpers: { j1: { elementId: "e1" }, j2: { elementId: null } },
    branches: { r1: { conditions: { ifCondition: "k1", elseIfConditions: ["k2", "k3"], elseCondition: "k4" } } },
    conditions: {
      k1: { script: "coins &gt; 2 and not open", output: "c3" },
      k2: { script: "coins is 2", output: "c4" },
      k3: { script: "abs(coins) == 1", output: null },
      k4: { script: null, output: "c5" },
    },
    connections: {
      c1: { sourceid: "e1", targetid: "r1", label: null },
      c2: { sourceid: "e1", targetid: "e2", label: "<p>Swim</p><pre><code>coins = 0</code></pre>" },
      c3: { sourceid: "k1", targetid: "e2", label: "<p>Rich</p>" },
      c4: { sourceid: "k2", targetid: "j1" },
      c5: { sourceid: "k4", targetid: "nowhere" },
      c6: { sourceid: "gone", targetid: "e1" },
      c7: { sourceid: "e2", targetid: "j2" },
    },
    variables: {
      root: { root: true, children: ["v1"] },
      v1: { name: "coins", type: "integer", value: 3 },
      v2: { name: "open", type: "boolean", value: "yes" },
      v3: { name: "risk", type: "float", value: 0.5 },
      v4: { name: "coins", type: "float", value: 1 },
    },
    ...more,
  };
}

describe("importArcweave", () => {
  it("reads a project of our own", () => {
    const story = importArcweave(project({}));
    const [graph] = story.graphs;
    const nodes = new Map(graph?.nodes.map((node) => [node.key, node]));
    expect([...nodes.values()].map((node) => [node.key, node.kind, node.title])).toEqual([
      ["e1", "line", "Quay"],
      ["e2", "line", null],
      ["j2", "jump", null],
    ]);
    expect(nodes.get("e1")?.on_enter_effects.map((effect) => describeEffect(effect))).toEqual([
      "coins − 1",
      "open becomes yes",
      "risk becomes «risk = random()»",
    ]);
    expect(
      nodes.get("e1")?.branches.map((b) => [b.choice_text, b.target_key, b.effects.map((e) => describeEffect(e))]),
    ).toEqual([
      ["Rich", "e2", []],
      ["Quay", "e1", []],
      ["", "nowhere", []],
      ["Swim", "e2", ["coins becomes 0"]],
    ]);
    // What a branch decides is asked of its ways; one that leads nowhere is none.
    expect(nodes.get("e1")?.branches.map((b) => describeConditions(b.conditions))).toEqual([
      "coins > 2 and open is no",
      "not (coins > 2 and open is no) and coins is 2",
      "not (coins > 2 and open is no) and coins is not 2 and not «abs(coins) == 1»",
      "always",
    ]);
    // A connection that is alone, and comes to ways without words, is gone along.
    const { c2: _, ...others } = (project({}) as { connections: Record<string, object> }).connections;
    const alone = importArcweave(project({ connections: { ...others, c3: { sourceid: "k1", targetid: "e2" } } }));
    const left = alone.graphs[0]?.nodes.find(({ key }) => key === "r1");
    expect(left?.branches.map((b) => [b.kind, b.target_key, describeConditions(b.conditions)])).toEqual([
      ["auto", "e2", "coins > 2 and open is no"],
      ["auto", "e1", "coins is 2"],
      ["auto", null, "«abs(coins) == 1»"],
      ["else", "nowhere", "always"],
    ]);
    expect(nodes.get("e2")?.branches).toMatchObject([{ kind: "auto", target_key: "j2" }]);
    expect(graph?.annotations).toMatchObject([{ text: "Fog", color: "blue" }]);
    expect(story.variables.map((variable) => [variable.name, variable.type, variable.default])).toEqual([
      ["coins", "integer", 3],
      ["open", "boolean", false],
      ["risk", "number", 0.5],
    ]);
    expect(story.report.map((item) => item.code)).toEqual([
      "arcweave_variable_default",
      "arcweave_variable_left_out",
      "arcweave_target_missing",
      "arcweave_jumper_without_element",
      "arcweave_connection_left_out",
      "no_way_on",
    ]);
  });

  it.each([
    ["[]", ""],
    ["{}", "/boards"],
    ['{"boards":{"b":{"elements":["e"]}},"elements":[]}', "/elements"],
  ])("refuses %s", (content, pointer) => {
    expect(() => importArcweave(content)).toThrow(ImportError);
    try {
      importArcweave(content);
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid_shape", pointer });
    }
  });

  it("throws nothing but ImportError, whatever stands in the place of a field", () => {
    const junk = fc.constantFrom(
      null,
      1,
      "",
      "e1",
      "__proto__",
      [],
      ["e1", 3],
      {},
      { e1: null },
      { __proto__: 1 },
      true,
    );
    const fields = [
      "name",
      "startingElement",
      "boards",
      "notes",
      "elements",
      "jumpers",
      "branches",
      "conditions",
      "connections",
      "variables",
      "components",
      "attributes",
      "assets",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...fields), junk, (field, value) => {
        try {
          importArcweave(project({ [field]: value }));
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
    const deepJunk = fc.tuple(
      fc.constantFrom(...fields),
      fc.dictionary(fc.constantFrom("b1", "e1", "j1", "r1", "k1", "c1", "__proto__"), fc.jsonValue({ maxDepth: 3 })),
    );
    fc.assert(
      fc.property(deepJunk, ([field, value]) => {
        try {
          importArcweave(project({ [field]: value }));
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });

  it("survives folders inside one another, and keys no object should have", () => {
    const components = {
      a: { name: "Characters", children: ["b", "a"] },
      b: { name: "x", children: ["a"] },
      c: { name: "C", attributes: ["p"] },
    };
    const attributes = { p: { name: "__proto__", value: { data: "polluted", type: "string" } } };
    const story = importArcweave(JSON.stringify(project({ components, attributes })));
    expect(Object.keys(story.entities[0]?.properties ?? {})).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("reads rich text in time that grows with its length only", () => {
    const length = rounds({ gate: 60_000, full: 300_000 });
    for (const piece of [
      "<",
      '<"',
      "<p>",
      "</p>",
      "&",
      "&#",
      "<pre><code>if x\n",
      "{if",
      "<span data-id=",
      "\n",
      "<br>",
      "<li>",
    ]) {
      const html = piece.repeat(length / piece.length);
      const elements = { e1: { title: html, content: `<pre><code>${html}</code></pre>${html}` } };
      expect(importArcweave(project({ elements })).graphs).toHaveLength(1);
    }
  });
});
