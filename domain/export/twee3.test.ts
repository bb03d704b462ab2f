import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { BRANCH_DEFAULTS, type Branch, VARIABLE_DEFAULTS } from "../dialogue/wire.ts";
import type { Condition, Effect } from "../expression.ts";
import { corpusStory, hasCorpus, TWEE_FILES } from "../import/corpus.fixture.ts";
import type { ImportedGraph, ImportedStory } from "../import/story.ts";
import { importTwee } from "../import/twee/twee.ts";
import { anyDialogue } from "./dialogue.arbitrary.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { persist } from "./persist.fixture.ts";
import { exportTwee3 } from "./twee3.ts";

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`one expected, ${list.length} found`);
  return first;
}

function branch(id: string, target: string | null, text: string, more: Partial<Branch> = {}): Branch {
  return {
    ...BRANCH_DEFAULTS,
    id,
    target_node_id: target,
    choice_text: text,
    conditions: [],
    effects: [],
    extensions: {},
    ...more,
  };
}

function node(id: string, text: string, branches: Branch[] = [], more: Partial<ExportedNode> = {}): ExportedNode {
  return {
    id,
    kind: "line",
    title: id,
    text,
    text_marks: [],
    speaker_id: null,
    speaker_label: null,
    tags: [],
    status: "draft",
    final_text: null,
    group_id: null,
    canvas_x: null,
    canvas_y: null,
    conditions: [],
    on_enter_effects: [],
    branches,
    exit_to: null,
    properties: {},
    extensions: {},
    source: null,
    ...more,
  };
}

function dialogue(nodes: ExportedNode[], own?: ImportedGraph["extensions"]): ExportedDialogue {
  return {
    graph: {
      id: "dlg_1",
      name: "The gate",
      description: "",
      start_node_id: nodes[0]?.id ?? null,
      extensions: own ?? {},
      source: null,
    },
    nodes,
    groups: [],
    annotations: [],
    variables: [
      {
        ...VARIABLE_DEFAULTS,
        id: "var_1",
        name: "open",
        type: "boolean",
        default: false,
        enum_values: [],
        description: "",
      },
      {
        ...VARIABLE_DEFAULTS,
        id: "var_2",
        name: "courage",
        type: "integer",
        default: 0,
        enum_values: [],
        description: "",
      },
    ],
    entities: [],
  };
}

const passage = (content: string, name: string): string => {
  const start = content.indexOf(`:: ${name}`);
  const end = content.indexOf("\n\n\n::", start);
  return content.slice(content.indexOf("\n", start) + 1, end < 0 ? undefined : end).trimEnd();
};

describe.skipIf(!hasCorpus)("the Twee files of the corpus", () => {
  it.each(TWEE_FILES.map(({ file }) => file))("%s comes back card by card", (file) => {
    const story = importTwee(corpusStory(`twee/${file}.twee`));
    const { content } = exportTwee3(only(persist(story)));
    const again = importTwee(content);
    const told = (from: ImportedStory) => {
      const graph = only(from.graphs);
      return {
        name: graph.name,
        start: graph.start_key,
        cards: graph.nodes.map(({ title, kind, text, tags, canvas_x, canvas_y, branches }) => ({
          title,
          kind,
          text,
          tags,
          place: [canvas_x, canvas_y],
          ways: branches.map((branch) => [branch.kind, branch.choice_text, branch.target_key]),
        })),
      };
    };
    expect(told(again)).toEqual(told(story));
    const withoutId = (text: string) => text.replace(/"ifid": ".*"/, "");
    expect(withoutId(exportTwee3(only(persist(again))).content)).toBe(withoutId(content));
  });
});

describe("exportTwee3", () => {
  it("writes a story from scratch for SugarCube, and gets it back from there", () => {
    const conditions: Condition[] = [
      { id: "cnd_1", op: "eq", args: [{ var: "var_1" }, { lit: true }] },
      {
        id: "cnd_2",
        op: "any",
        args: [
          { op: "gte", args: [{ var: "var_2" }, { lit: 3 }] },
          { fn: "visited", args: [{ ref: "b" }] },
        ],
      },
    ];
    const effects: Effect[] = [{ id: "ef_1", op: "add", target: "var_2", value: { lit: 1 }, when: [] }];
    const entered: Effect[] = [
      {
        id: "ef_2",
        op: "set",
        target: "var_1",
        value: { lit: true },
        when: [{ op: "lt", args: [{ var: "var_2" }, { lit: 2 }] }],
      },
    ];
    const made = dialogue([
      node(
        "a",
        "“Halt!”\n:: says the guard",
        [branch("br_1", "b", "Go on", { conditions, effects }), branch("br_2", "a", "")],
        {
          tags: ["gate", "act [1]"],
          on_enter_effects: entered,
          speaker_label: "???",
          canvas_x: 40,
          canvas_y: -8.5,
        },
      ),
      node("b", "", [], { kind: "end", title: "The [other] side" }),
    ]);
    const { content, report } = exportTwee3(made);
    expect(content).toContain(':: a [gate act-\\[1\\]] {"position":"40,-8.5"');
    expect(passage(content, "a")).toBe(
      [
        "<<if $courage lt 2>><<set $open to true>><</if>>",
        "“Halt!”",
        "\\:: says the guard",
        "",
        '<<if $open is true>><<if ($courage gte 3) or hasVisited("The [other] side")>>[[Go on->The [other] side][$courage to $courage + 1]]<</if>><</if>>',
        "[[->a]]",
      ].join("\n"),
    );
    expect(content).toContain(":: StoryInit\n<<set $courage to 0>>\n<<set $open to false>>\n");
    expect(report.map((item) => item.code)).toEqual(["twee_wordless", "twee_tags_changed"]);
    const again = only(importTwee(content).graphs);
    expect(again.nodes[0]).toMatchObject({
      text: "“Halt!”\n:: says the guard",
      speaker_label: "???",
      tags: ["gate", "act-[1]"],
      canvas_x: 40,
      canvas_y: -8.5,
      on_enter_effects: [{ op: "set", target: "open", value: { lit: true } }],
    });
    expect(again.nodes[0]?.branches.map((each) => [each.choice_text, each.target_key, each.conditions.length])).toEqual(
      [
        ["Go on", "The [other] side", 2],
        ["", "a", 0],
      ],
    );
    expect(again.nodes[1]).toMatchObject({ kind: "end", title: "The [other] side" });
  });

  it("leaves links where they stand, rewrites those that changed, and adds those that are new", () => {
    // Texts that were imported before links became choices alone still hold them.
    const text = "Go [[north|North]] or [[South]]. [[Gone]] and [[Twice]] [[Twice]]";
    const story = importTwee(`:: Start\n${text}\n:: North\n:: South\n:: Twice`);
    const [made] = persist(story);
    if (made === undefined) throw new Error("one graph");
    const ids = new Map(made.nodes.map((each) => [each.title, each.id]));
    const [start, ...rest] = made.nodes;
    if (start === undefined) throw new Error("a start");
    const [north, south, gone, twice] = start.branches;
    if (!north || !south || !gone || !twice) throw new Error("four branches");
    const edited: ExportedDialogue = {
      ...made,
      nodes: [
        {
          ...start,
          text,
          branches: [
            { ...north, choice_text: "up north" },
            { ...south, target_node_id: ids.get("North") ?? null },
            gone,
            twice,
            branch("br_new", ids.get("South") ?? null, "Flee"),
          ],
        },
        ...rest.map((each) => (each.title === "North" ? { ...each, title: "The north" } : each)),
      ],
    };
    const { content } = exportTwee3(edited);
    expect(passage(content, "Start")).toBe(
      "Go [[up north|The north]] or [[South->The north]]. [[Gone]] and [[Twice]] Twice\n\n[[Flee->South]]",
    );
    const again = only(importTwee(content).graphs).nodes[0];
    expect(again?.text).toBe("Go [[up north|The north]] or [[South->The north]]. [[Gone]] and [[Twice]] Twice");
    expect(again?.branches).toHaveLength(5);
  });

  it("writes guards for the format a story came in", () => {
    const guarded = [
      branch("br_1", "b", "Go", { conditions: [{ id: "c", op: "eq", args: [{ var: "var_1" }, { lit: true }] }] }),
    ];
    const written = (dialect: string | null) =>
      passage(exportTwee3(dialogue([node("a", "Hm.", guarded), node("b", "")], { twee3: { dialect } })).content, "a");
    expect(written("harlowe")).toBe("Hm.\n\n(if: $open is true)[[[Go->b]]]");
    expect(written("sugarcane")).toBe("Hm.\n\n<<if $open is true>>[[Go->b]]<<endif>>");
    expect(written("chapbook")).toBe("Hm.\n\n[if open == true]\n[[Go->b]]\n[continued]");
    for (const dialect of ["harlowe", "sugarcane", "chapbook"]) {
      const { content, report } = exportTwee3(
        dialogue([node("a", "Hm.", guarded), node("b", "")], { twee3: { dialect } }),
      );
      expect(report).toEqual([]);
      const [first] = only(importTwee(content).graphs).nodes;
      expect([first?.text, first?.branches[0]?.conditions]).toEqual([
        "Hm.",
        [{ op: "eq", args: [{ var: "open" }, { lit: true }] }],
      ]);
    }
    const plain = exportTwee3(dialogue([node("a", "Hm.", guarded), node("b", "")], { twee3: { dialect: null } }));
    expect(plain.report.map((item) => item.code)).toEqual(["twee_branch_differs"]);
  });

  it("writes values in texts for the format a story came in, and gets them back from there", () => {
    const fixed = [{ op: "add" as const, id: "ef_1", target: "var_2", value: { lit: 1 }, when: [] }];
    const text = "It is {courage}, {courage}s and {nobody}.";
    const written = (dialect: string) => {
      const made = dialogue(
        [node("a", text, [branch("br_1", "a", "Go")], { on_enter_effects: fixed, speaker_label: "Mara" })],
        { twee3: { dialect } },
      );
      const { content } = exportTwee3(made);
      return [
        passage(content, "a")
          .split("\n")
          .find((line) => line.startsWith("It is")),
        content,
      ] as const;
    };
    const expected = {
      sugarcube: "It is $courage, <<print $courage>>s and {nobody}.",
      harlowe: "It is $courage, (print: $courage)s and {nobody}.",
      snowman: "It is <%= s.courage %>, <%= s.courage %>s and {nobody}.",
      chapbook: text,
    };
    for (const [dialect, line] of Object.entries(expected)) {
      const [shown, content] = written(dialect);
      expect(shown).toBe(line);
      // Snowman and Chapbook have no place for first values, which are what says that this is a variable.
      if (dialect !== "snowman") expect(only(importTwee(content).graphs).nodes[0]?.text).toBe(text);
    }
    expect(written("harlowe")[1]).toContain(":: Startup [startup]\n(set: $courage to 0)\n");
  });

  it("gives variables names that Twee takes, none twice, and counts choices that can be taken only so often", () => {
    const made = dialogue([
      node("StoryInit", "{has key} {has_key}", [
        branch("br_1", "StoryInit", "Once", { repeat: "once" }),
        branch("br_2", "StoryInit", "Twice", { repeat: "limited", repeat_limit: 2 }),
      ]),
    ]);
    const named = ["has key", "has_key"].map((name, at) => ({
      ...VARIABLE_DEFAULTS,
      ...{ id: `var_k${at}`, name, type: "boolean" as const, default: at === 0, enum_values: [], description: "" },
    }));
    const { content, report } = exportTwee3({ ...made, variables: [...made.variables, ...named] });
    expect(passage(content, "StoryInit (2)")).toBe(
      [
        "$has_key_2 $has_key",
        "",
        "<<if $taken_1 lt 1>>[[Once->StoryInit (2)][$taken_1 to $taken_1 + 1]]<</if>>",
        "<<if $taken_2 lt 2>>[[Twice->StoryInit (2)][$taken_2 to $taken_2 + 1]]<</if>>",
      ].join("\n"),
    );
    expect(content).toMatch(
      /:: StoryInit\n<<set \$has_key to false>>\n<<set \$has_key_2 to true>>\n<<set \$taken_1 to 0>>\n<<set \$taken_2 to 0>>\n$/,
    );
    expect(report.map(({ code, severity }) => [code, severity])).toEqual([
      ["twee_name_changed", "info"],
      ["twee_variable_renamed", "info"],
    ]);
  });

  it("closes what it cannot ask, and says by card what Twine plays otherwise", () => {
    const world: Condition = { id: "cnd_1", entity: "ent_1", path: "mood" };
    const made = dialogue([
      node("a", "<<run 1>> or $courage", [
        branch("br_1", "b", "Go", { conditions: [world], when_unavailable: "disable" }),
        branch("br_2", "b", "{courage}", { repeat: "once", repeat_scope: "visit" }),
      ]),
      node("b", "", [branch("br_3", "a", "", { kind: "auto" })], {
        kind: "random",
        on_enter_effects: [{ id: "ef_1", op: "div", target: "var_2", value: { lit: 2 }, when: [] }],
      }),
    ]);
    const { content, report } = exportTwee3(made);
    expect(content).toContain("<<if false>>[[Go->b]]<</if>>");
    expect(report.map(({ code, node_key }) => [code, node_key])).toEqual([
      ["twee_repeats", "a"],
      ["twee_closed_hidden", "a"],
      ["twee_choice_values", "a"],
      ["twee_text_markup", "a"],
      ["twee_branch_differs", "a"],
      ["twee_plain_kind", "b"],
      ["twee_plain_links", "b"],
      ["twee_division", "b"],
    ]);
  });

  it("writes a talk as links to where its written answers lead, and says so", () => {
    const opened_by = { facts: ["fact_1"], actions: [] };
    const { content, report } = exportTwee3(
      dialogue([node("a", "Well?", [branch("br_1", "b", "Go", { opened_by })], { kind: "talk" }), node("b", "")]),
    );
    expect(content).toContain("[[Go->b]]");
    expect(report.map(({ code, node_key }) => [code, node_key])).toEqual([["twee_talk", "a"]]);
  });

  it("names passages apart, and calls untitled nodes by their words", () => {
    const { content } = exportTwee3(
      dialogue([
        node("a", "x", [], { title: "Gate" }),
        node("b", "x", [], { title: "Gate" }),
        node("c", "Once upon a time there was a very long sentence", [], { title: null }),
        node("d", "", [], { title: "StoryData" }),
        node("e", "", [], { title: "a->b" }),
        node("f", "", [], { title: null, kind: "hub" }),
      ]),
    );
    expect([...content.matchAll(/^:: (.*?) \{/gm)].map((match) => match[1])).toEqual([
      "Gate",
      "Gate (2)",
      "Once upon a time there was",
      "StoryData (2)",
      "a→b",
      "Untitled hub",
    ]);
  });

  it("gives texts, links, tags and positions back, whatever the dialogue", () => {
    const clean = (text: string) => text.replace(/\r\n?/g, "\n").trimEnd();
    fc.assert(
      fc.property(anyDialogue, (random) => {
        // Texts with brackets may hold links of their own, and twins of a title get a number.
        const nodes = random.nodes.map((each, i) => ({
          ...each,
          title: `${i} ${(each.title ?? "").replace(/[^\w ]/g, "")}`.trim(),
          text: each.text.replace(/[[\]<>`*%{}/]/g, ""),
          tags: each.tags.map((tag) => tag.replace(/\s/g, "_")),
          branches: each.branches.map((item) => ({
            ...item,
            choice_text: item.choice_text.replace(/[^\w ]/g, "").trim(),
          })),
        }));
        fc.pre(nodes.length > 0);
        const made = { ...random, graph: { ...random.graph, extensions: {} }, nodes };
        const { content } = exportTwee3(made);
        const graph = only(importTwee(content).graphs);
        const titles = new Map(nodes.map((each) => [each.id, each.title]));
        // Marks keep a blank that they end with.
        expect(graph.nodes.map((each) => [each.title, clean(each.text), each.kind])).toEqual(
          nodes.map((each) => [each.title, clean(each.text), each.kind]),
        );
        expect(graph.nodes.map((each) => each.tags)).toEqual(
          nodes.map((each) => [...new Set(each.tags.filter((tag) => tag !== ""))]),
        );
        expect(graph.nodes.map((each) => each.branches.map((item) => [item.choice_text, item.target_key]))).toEqual(
          nodes.map((each) =>
            each.branches.map((item) => {
              const target = titles.get(item.target_node_id ?? "") ?? null;
              return [target === null && item.choice_text === "" ? "…" : item.choice_text, target];
            }),
          ),
        );
        const places = new Set(graph.nodes.map((each) => `${each.canvas_x},${each.canvas_y}`));
        expect(places.size).toBe(nodes.length);
        expect(exportTwee3(made).content).toBe(content);
      }),
      { numRuns: rounds({ gate: 25, full: 750 }) },
    );
  });
});
