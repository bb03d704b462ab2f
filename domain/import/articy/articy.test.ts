import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { begin, choose, openOffers, type Page } from "../../runtime/run.ts";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { ImportError } from "../import-error.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { importArticy } from "./articy.ts";

interface Written {
  id: string;
  type?: string;
  parent?: string;
  to?: readonly (string | readonly [label: string, target: string])[][];
  in?: string;
  out?: string;
  inside?: readonly string[];
  [property: string]: unknown;
}

/** An object of a project, as articy writes it. */
function model({
  id,
  type = "DialogueFragment",
  parent = "flow",
  to = [[]],
  in: asks = "",
  out = "",
  inside = [],
  ...more
}: Written) {
  const connection = (each: string | readonly [string, string]) => {
    const [Label, Target] = typeof each === "string" ? ["", each] : each;
    return { Label, Target, TargetPin: `${Target} pin` };
  };
  return {
    Type: type,
    Properties: {
      Id: id,
      Parent: parent,
      Text: `Words of ${id}.`,
      MenuText: "",
      Position: { x: 0, y: 0 },
      ...more,
      InputPins: [{ Id: `${id} pin`, Text: asks, Connections: inside.map(connection) }],
      OutputPins: to.map((connections, at) => ({
        Id: `${id} out ${at}`,
        Text: out,
        Connections: connections.map(connection),
      })),
    },
  };
}

const variable = (name: string, type: string, value: string) => ({
  Variable: name,
  Type: type,
  Value: value,
  Description: "",
});
const project = (...models: unknown[]) => ({
  Project: { Name: "The Gate" },
  Settings: { set_Localization: "False" },
  GlobalVariables: [
    { Namespace: "Guard", Variables: [variable("coins", "Integer", "2"), variable("asleep", "Boolean", "False")] },
  ],
  ObjectDefinitions: [
    { Type: "Chatter", Class: "FlowFragment" },
    { Type: "Person", Class: "Entity" },
  ],
  Packages: [{ Name: "All", Models: models }],
});

/** Returns the text read along choices, given by their words. */
function played(content: unknown, ...picks: string[]): string[] {
  const story = importArticy(content);
  const dialogue = playedStory(story, "flow");
  const heard: string[] = [];
  const hear = (page: Page) => heard.push(...page.said.map(({ text }) => text));
  let page = begin(dialogue);
  hear(page);
  for (let steps = 0; steps < 30; steps++) {
    const { halt, state } = page;
    const offer = halt.kind === "continue" ? halt.choice : openOffers(halt).find(({ text }) => text === picks[0]);
    if (offer === undefined) break;
    if (halt.kind !== "continue") picks.shift();
    page = choose(dialogue, state, offer.branch);
    hear(page);
  }
  return heard;
}

describe("given an articy export", () => {
  test("then menu texts stand on branches, pins guard the way in and act on the way out", () => {
    const content = project(
      model({ id: "a", to: [["b", "c", ["Shout", "d"]]], out: "Guard.coins -= 1; Guard.asleep = false" }),
      model({ id: "b", MenuText: "Pay", to: [["a"]] }),
      model({ id: "c", MenuText: "Sneak", in: "Guard.asleep == true" }),
      model({ id: "d", in: "Guard.coins < 1 && seenCounter == 0" }),
    );
    const nodes = importArticy(content).graphs[0]?.nodes ?? [];
    expect(nodes.find(({ key }) => key === "a out")?.branches.map(({ choice_text }) => choice_text)).toEqual([
      "Pay",
      "Sneak",
      "Shout",
    ]);
    expect(played(content, "Pay", "Pay", "Sneak")).toEqual(["a", "b", "a", "b", "a"].map((id) => `Words of ${id}.`));
    // The script at the way out has run before the conditions behind it are asked.
    expect(played(content, "Pay", "Shout").at(-1)).toBe("Words of d.");
    expect(played(content, "Shout")).toEqual(["Words of a."]);
  });

  test("then conditions, instructions, hubs and jumps are what they are", () => {
    const content = project(
      model({ id: "set", type: "Instruction", Expression: "Guard.coins += 5;", to: [["if"]] }),
      model({ id: "if", type: "Condition", Expression: "Guard.coins > 6", to: [["rich"], ["poor"]] }),
      model({ id: "rich", to: [["hub"]] }),
      model({ id: "poor" }),
      model({
        id: "hub",
        type: "Hub",
        Text: "",
        to: [
          [
            ["Back", "jump"],
            ["Out", "poor"],
          ],
        ],
      }),
      model({ id: "jump", type: "Jump", Text: "", Target: "rich" }),
    );
    expect(importArticy(content).graphs[0]?.nodes.map(({ kind }) => kind)).toEqual([
      "instruction",
      "condition",
      "line",
      "end",
      "hub",
      "jump",
    ]);
    expect(played(content, "Back", "Out")).toEqual(["Words of rich.", "Words of rich.", "Words of poor."]);
  });

  test("then a fragment with a flow in it is a dialogue that is come back from, by its own template too", () => {
    const content = project(
      model({ id: "a", to: [["box"]] }),
      model({ id: "box", type: "Chatter", DisplayName: "Inside", to: [["z"]], inside: ["i"] }),
      model({ id: "i", parent: "box", to: [["box"]] }),
      model({ id: "z" }),
    );
    expect(importArticy(content).graphs.map(({ key, name, start_key }) => [key, name, start_key])).toEqual([
      ["flow", "The Gate", "a"],
      ["box", "Inside", "i"],
    ]);
    expect(played(content)).toEqual(["Words of a.", "Words of i.", "Words of z."]);
  });

  test("then characters speak, cards have the fields of their templates, and variables the names of their sets", () => {
    const story = importArticy(
      project(
        { ...model({ id: "mara", type: "Person", DisplayName: "Mara", Text: "" }), Template: { Basics: { Age: 41 } } },
        { ...model({ id: "a", Speaker: "mara" }), Template: { Voice: { Mood: "wary", Takes: 2 }, Staging: {} } },
      ),
    );
    expect(story.entities).toEqual([
      { key: "mara", type: "character", name: "Mara", properties: { Age: 41 }, parent_key: null },
    ]);
    expect(story.graphs[0]?.nodes[0]).toMatchObject({ speaker_key: "mara", properties: { Mood: "wary", Takes: 2 } });
    expect(story.variables.map(({ name, type, default: initial }) => [name, type, initial])).toEqual([
      ["Guard.coins", "integer", 2],
      ["Guard.asleep", "boolean", false],
    ]);
  });

  test("then script that is not simple is kept word for word, and closed to players", () => {
    const content = project(model({ id: "a", to: [["b"]] }), model({ id: "b", in: 'getProp(self, "Basics.Age") > 3' }));
    expect(importArticy(content).graphs[0]?.nodes[1]?.conditions).toEqual([
      { op: "opaque", format: "articy", source: 'getProp(self, "Basics.Age") > 3' },
    ]);
    expect(played(content)).toEqual(["Words of a."]);
  });
});

describe("texts of articy", () => {
  const read = (Text: string) => {
    const { graphs, report } = importArticy(project(model({ id: "a", Text })));
    const [node] = graphs[0]?.nodes ?? [];
    const marks = (node?.text_marks ?? []).map(({ kind, start, end }) => {
      return [
        kind,
        Array.from(node?.text ?? "")
          .slice(start, end)
          .join(""),
      ];
    });
    const codes = report.flatMap(({ code }) => (code === "became_ending" ? [] : [code]));
    return { text: node?.text, marks, codes };
  };

  test.each([
    [
      "A <b>cold</b> <i>wind</i>.",
      "A cold wind.",
      [
        ["strong", "cold"],
        ["emphasis", "wind"],
      ],
    ],
    [
      "<b>one <i>two</></> three",
      "one two three",
      [
        ["strong", "one two"],
        ["emphasis", "two"],
      ],
    ],
    [
      "<p>One &amp; <strong>two</strong></p><p>three<br/>four &#8212; &lt;b&gt;</p>",
      "One & two\nthree\nfour — <b>",
      [["strong", "two"]],
    ],
    ["🜁 <strike>gone</strike> <sigh> a < b > c", "🜁 gone <sigh> a < b > c", [["strike", "gone"]]],
    [
      "{Guard.coins} is a word; [Guard.coins] is a value, [aside] not",
      "{Guard.coins} is a word; {Guard.coins} is a value, [aside] not",
      [
        ["literal", "{"],
        ["literal", "}"],
      ],
    ],
    ["<html><head><style>p { margin: 0 }</style></head><body><p>Halt.</p></body></html>", "Halt.", []],
  ])("%s", (source, text, marks) => {
    expect(read(source)).toEqual({ text, marks, codes: [] });
  });

  test.each([
    ["A <color=#f00>red</color> <u>word</u>.", "A red word.", "articy_style"],
    ["A <link=http://example.org>place</link>.", "A place.", "articy_link"],
    ["Coins: <sprite=3>", "Coins:", "articy_image"],
    ["I am [Speaker.DisplayName].", "I am [Speaker.DisplayName].", "articy_token"],
    ["<voffset=1em>High</voffset>", "High", "articy_style"],
  ])("%s is said to lose something", (source, text, code) => {
    expect(read(source)).toMatchObject({ text, codes: [code] });
  });

  test("of choices have marks: a label, a menu text, or the beginning of a text", () => {
    const long = `<i>${"word ".repeat(30)}</i>`;
    const content = project(
      model({ id: "a", to: [[["<b>Shout</b>", "b"], "c", "d"]] }),
      model({ id: "b" }),
      model({ id: "c", MenuText: "Say {no}" }),
      model({ id: "d", Text: long }),
    );
    const branches = importArticy(content).graphs[0]?.nodes[0]?.branches ?? [];
    expect(
      branches.map(({ choice_text, text_marks = [] }) => [choice_text, text_marks.map(({ kind }) => kind)]),
    ).toEqual([
      ["Shout", ["strong"]],
      ["Say {no}", ["literal", "literal"]],
      [`${"word ".repeat(15)}word…`, ["emphasis"]],
    ]);
  });

  test("are read in time that grows with their length only", () => {
    const times = rounds({ gate: 20_000, full: 100_000 });
    for (const piece of ["<", "<b>", "<style>", "[", "[a.b", "&", "</", "<b =", "{"]) {
      expect(read(piece.repeat(times)).codes.length).toBeLessThan(2);
    }
  });
});

describe("given articy that plays otherwise here, then it is said with its card", () => {
  test.each([
    [
      "a choice that leads on to a condition",
      [
        model({ id: "a", to: [["b", "j"]] }),
        model({ id: "b", in: "Guard.asleep" }),
        model({ id: "j", type: "Jump", Text: "", Target: "b" }),
      ],
      "articy_choice_ahead",
    ],
    [
      "a script that counts visits before a condition",
      [model({ id: "a", to: [["b"]], out: "Guard.coins = seenCounter" }), model({ id: "b", in: "Guard.coins > 1" })],
      "articy_pin_order",
    ],
    [
      "two ways behind a fragment with a flow",
      [
        model({ id: "a", type: "Chatter", to: [["b", "c"]] }),
        model({ id: "b" }),
        model({ id: "c" }),
        model({ id: "i", parent: "a" }),
      ],
      "articy_several_ways",
    ],
  ])("%s", (_, models, code) => {
    const told = importArticy(project(...models)).report.filter((item) => item.code === code);
    expect(told.map(({ node_key, severity }) => [node_key, severity])).toEqual([["a", "warning"]]);
  });
});

test.each([
  ["no object", []],
  ["no packages", { Project: {} }],
  ["no flow", project(model({ id: "mara", type: "Person" }))],
])("given %s, then it is refused", (_, content) => {
  expect(() => importArticy(content)).toThrow(ImportError);
});

describe.skipIf(!hasCorpus)("exports nobody here wrote", () => {
  test("all fragments, hubs, instructions and connections come in", () => {
    const [graph] = importArticy(corpusStory("articy/data.articy.json")).graphs;
    const kinds = Map.groupBy(graph?.nodes ?? [], ({ kind }) => (kind === "end" ? "line" : kind));
    expect(Array.from(kinds, ([kind, nodes]) => [kind, nodes.length])).toEqual([
      ["line", 12],
      ["hub", 1],
      ["instruction", 2],
    ]);
    expect(graph?.nodes.flatMap(({ branches }) => branches)).toHaveLength(11);
  });

  test("a localized one says that its texts are keys", () => {
    const { report, graphs } = importArticy(corpusStory("articy/unit.articy.json"));
    expect(graphs[0]?.nodes).toHaveLength(2);
    expect(report.map(({ code }) => code)).toContain("articy_localized");
  });
});
