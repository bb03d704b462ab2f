import { describe, expect, test } from "vitest";
import { importArcweave } from "./arcweave/arcweave.ts";
import { importArticy } from "./articy/articy.ts";
import { corpusStory, hasCorpus } from "./corpus.fixture.ts";
import type { ImportedStory } from "./story.ts";
import { importYarn } from "./yarn/yarn.ts";

const yarn = (body: string, headers = "") => importYarn(`title: Start\n${headers}---\n${body}\n===\n`);
const code = (source: string) => `<pre><code>${source}</code></pre>`;

/** A project of Arcweave with one element, which leads to another. */
const arcweave = (content: string, { label = "<p>Go</p>", more = {} }: { label?: string; more?: object } = {}) =>
  importArcweave({
    name: "Losses",
    startingElement: "e1",
    boards: { b1: { name: "Board", elements: ["e1", "e2"], connections: ["c1", "c2"] } },
    elements: {
      e1: { title: "<p>Hall</p>", content, outputs: ["c1", "c2"] },
      e2: { content: "<p>End.</p>", outputs: [] },
    },
    connections: {
      c1: { label, sourceid: "e1", targetid: "e2" },
      c2: { label: "<p>Stay</p>", sourceid: "e1", targetid: "e1" },
    },
    variables: { v1: { name: "gold", type: "integer", value: 3 } },
    ...more,
  });

/** A project of articy with one fragment. */
const articy = (properties: object, more: object = {}) =>
  importArticy({
    Project: { Name: "Losses" },
    GlobalVariables: [{ Namespace: "A", Variables: [{ Variable: "b", Type: "Integer", Value: "1", Description: "" }] }],
    Packages: [
      {
        Models: [
          {
            Type: "DialogueFragment",
            Properties: { Id: "a", Parent: "flow", Text: "Halt.", InputPins: [], OutputPins: [], ...properties },
          },
        ],
      },
    ],
    ...more,
  });

/** Losses of a kind each, planted in a story: the report has to name them with their places. */
const PLANTED: readonly (readonly [kind: string, story: () => ImportedStory, code: string, place: RegExp | string])[] =
  [
    ["a function of the game", () => yarn("{lucky()}"), "yarn_function", /line 3/],
    ["an attribute of Yarn's markup", () => yarn("Hi.\nA [wave]b[/wave]."), "yarn_markup", /\[wave\].*line 4/],
    ["brackets that are no markup", () => yarn("One [two"), "yarn_markup_broken", /line 3/],
    ["a plural", () => yarn('<<declare $n = 1>>\n[plural value={$n} one="a" other="b"/]'), "yarn_plural", /line 4/],
    ["a text that cannot be chosen", () => yarn("[select value=x y=z/]"), "yarn_markup_broken", /line 3/],
    ["a fraction that is rounded", () => yarn("<<declare $n = 1>>\n<<set $n /= 3>>"), "yarn_precision", /line 4/],
    [
      "a number of eight digits",
      () => yarn("<<declare $n = 2>>\n<<set $n *= 5000000>>"),
      "yarn_precision",
      /1E\+07.*line 4/,
    ],
    ["a jump to nowhere", () => yarn("<<jump Gone>>"), "yarn_no_node", /Gone.*line 3/],
    ["a formatted value", () => yarn('<<declare $n = 1>>\n{format("{0:N2}", $n)}'), "yarn_value", /line 4/],
    [
      "a random number of a range that changes",
      () => yarn("<<declare $n = 1>>\n{random_range(1, $n)}"),
      "yarn_value",
      /line 4/,
    ],
    [
      "a condition of a formatted value",
      () => yarn('<<declare $n = 1>>\n<<if format("{0:F1}", $n) == "1">>\nx\n<<endif>>'),
      "yarn_condition",
      /line 4/,
    ],
    [
      "a line group by its conditions",
      () => yarn("<<declare $n = 1>>\n=> a\n=> b <<if $n == 1>>"),
      "yarn_saliency",
      /line 4/,
    ],
    ["a link of Yarn Spinner 1", () => yarn("Hi.\n[[Go|Start]]"), "yarn_one", /Yarn Spinner 1/],
    ["an image of Arcweave", () => arcweave('<p>A <img src="a.png"> b</p>'), "arcweave_image", "e1"],
    ["a video of Arcweave", () => arcweave('<video src="a.mp4"></video>'), "arcweave_media", "e1"],
    ["a link of Arcweave", () => arcweave('<p><a href="http://example.org">a</a></p>'), "arcweave_link", "e1"],
    ["underlined words of Arcweave", () => arcweave("<p><u>a</u></p>"), "arcweave_underline", "e1"],
    ["words of code of Arcweave", () => arcweave("<p><code>a</code></p>"), "arcweave_code", "e1"],
    ["underlined words of a choice", () => arcweave("", { label: "<p><u>Go</u></p>" }), "arcweave_underline", "e1"],
    [
      "a condition that is not read",
      () => arcweave(`${code("if abs(gold)")}<p>a</p>${code("endif")}`),
      "arcweave_script_in_text",
      "e1",
    ],
    ["a value that is not read", () => arcweave(code("show(max(gold, 2))")), "arcweave_script_in_text", "e1"],
    [
      "texts in another language",
      () => arcweave("", { more: { contents: { e1: { content: { en: { text: "a" }, de: { text: "b" } } } } } }),
      "arcweave_languages",
      /de/,
    ],
    ["colours of articy", () => articy({ Text: "<color=#f00>a</color>" }), "articy_style", "a"],
    ["an image of articy", () => articy({ Text: "a <img src='b'/>" }), "articy_image", "a"],
    ["a link of articy", () => articy({ Text: "<a href='b'>a</a>" }), "articy_link", "a"],
    ["a property in brackets", () => articy({ Text: "I am [Speaker.DisplayName]." }), "articy_token", "a"],
    [
      "texts in a spreadsheet",
      () => articy({}, { Settings: { set_Localization: "True" } }),
      "articy_localized",
      /spreadsheet/,
    ],
  ];

test.each(PLANTED)("%s is named in the report", (_, story, wanted, place) => {
  const found = story().report.filter((item) => item.code === wanted);
  expect(found).toHaveLength(1);
  if (typeof place === "string") expect(found[0]?.node_key).toBe(place);
  else expect(found[0]?.message).toMatch(place);
});

describe.skipIf(!hasCorpus)("a story nobody here wrote", () => {
  test.each([
    ["yarn/Sally.yarn", importYarn],
    ["yarn/Ship.yarn", importYarn],
    ["arcweave-castle.json", importArcweave],
    ["articy/data.articy.json", importArticy],
    ["articy/unit.articy.json", importArticy],
  ])("(%s) has no markup in its words", (path, importer) => {
    const { graphs } = importer(corpusStory(path));
    const words = graphs.flatMap(({ nodes }) =>
      nodes.flatMap(({ text, branches }) => [text, ...branches.map((each) => each.choice_text)]),
    );
    expect(words.filter((text) => text !== "").length).toBeGreaterThan(1);
    for (const text of words)
      expect(text).not.toMatch(/<\/?[a-z][^<>]*>|&[a-z]+;|\[\/?[a-z]+[^\]]*\]|\{(?:if|else|endif|show)|#line:|<<|>>/);
  });
});
