import { describe, expect, test } from "vitest";
import { importStory } from "../import-story.ts";
import { playedStory } from "../play-imported.fixture.ts";
import type { ReportItem } from "../story.ts";
import { ImportedPlayer } from "../walk.fixture.ts";
import { importArcweave } from "./arcweave.ts";

interface Element {
  title?: string;
  content: string;
  /** Label and target of each connection. */
  outputs?: readonly (readonly [string | null, string])[];
}

/** A project of one board, which begins with its first element. */
function project(elements: Record<string, Element>, more: object = {}) {
  const connections: Record<string, object> = {};
  const written = Object.fromEntries(
    Object.entries(elements).map(([id, { title = "", content, outputs = [] }]) => {
      const ids = outputs.map(([label, targetid], at) => {
        connections[`${id}${at}`] = { label, sourceid: id, targetid, sourceType: "elements", targetType: "elements" };
        return `${id}${at}`;
      });
      return [id, { title: `<p>${title}</p>`, content, outputs: ids }];
    }),
  );
  const board = { name: "Board", elements: Object.keys(elements), connections: Object.keys(connections) };
  return importArcweave({
    name: "Case",
    startingElement: Object.keys(elements)[0],
    boards: { b1: { ...board, notes: [], jumpers: [], branches: [] } },
    elements: written,
    connections,
    jumpers: {},
    branches: {},
    components: {},
    attributes: {},
    assets: {},
    conditions: {},
    notes: {},
    variables: { v1: { name: "gold", type: "integer", value: 3 }, v2: { name: "armed", type: "boolean", value: true } },
    ...more,
  });
}

/** Remarks without those about endings. */
const told = (report: readonly ReportItem[]) => report.filter(({ code }) => code !== "became_ending");

describe("an export with several languages", () => {
  const en = (text: string) => ({ en: { text } });
  /** A board of three elements, all of whose words stand apart from them. */
  const exported = (contents: object, more: object = {}) => ({
    name: "Languages",
    startingElement: "e1",
    locales: [
      { iso: "de", base: "en", name: "Deutsch" },
      { iso: "en", base: null, name: "English" },
      { iso: "de-AT", base: "de", name: "Deutsch (Österreich)" },
    ],
    boards: {
      b1: { notes: ["n1"], jumpers: [], branches: [], elements: ["e1", "e2", "e3"], connections: ["c1", "c2"] },
    },
    elements: { e1: { outputs: ["c1", "c2"] }, e2: { outputs: [] }, e3: { outputs: [] } },
    connections: { c1: { sourceid: "e1", targetid: "e2" }, c2: { sourceid: "e1", targetid: "e3" } },
    components: { p1: { attributes: ["a1"] } },
    attributes: { a1: { cId: "p1", cType: "components", value: { type: "string", data: null } } },
    notes: { n1: { theme: "blue" } },
    jumpers: {},
    branches: {},
    conditions: {},
    variables: { v1: { name: "hail", type: "string", value: "Ahoy" } },
    contents,
    ...more,
  });
  const contents = {
    b1: { name: en("<p>Quay</p>") },
    e1: {
      title: en("<p>Dawn</p>"),
      content: { en: { text: "<p>The boat waits.</p>" }, de: { text: "<p>Das Boot wartet.</p>" } },
    },
    e2: { content: { ...en("<p>You board.</p>"), "de-AT": { text: "<p>Du steigst ein.</p>" } } },
    e3: { title: en("<p>Later</p>"), content: en("<p>You stay.</p>") },
    c1: { label: { en: { text: "<p>Board</p>" }, de: { text: "<p>Einsteigen</p>" } } },
    p1: { name: { ...en("Ferryman"), de: { text: "Fährmann" } } },
    a1: { name: en("Mood"), value: en("<p>grim</p>") },
    n1: { content: en("<p>Fog</p>") },
    v1: { value: { en: { text: "Ahoy" }, de: { text: "Moin" } } },
  };
  const read = (language?: string, of: object = exported(contents)) => importArcweave(of, { language });
  const words = (story: ReturnType<typeof read>) =>
    story.graphs.flatMap(({ nodes }) =>
      nodes.flatMap(({ text, branches }) => [text, ...branches.map((b) => b.choice_text)]),
    );

  test("has the words of the one that the others are translated from, of every object", () => {
    const story = read();
    expect(words(story)).toEqual(["The boat waits.", "Board", "Later", "You board.", "You stay."]);
    expect(story.graphs[0]).toMatchObject({
      name: "Quay",
      nodes: [{ title: "Dawn" }, {}, {}],
      annotations: [{ text: "Fog" }],
    });
    expect(story.entities).toMatchObject([{ name: "Ferryman", properties: { Mood: "grim" } }]);
    expect(story.variables).toMatchObject([{ name: "hail", default: "Ahoy" }]);
  });

  test("has those of the one that is asked for, else of the one it is translated from", () => {
    const story = read("de-AT");
    expect(words(story)).toEqual(["Das Boot wartet.", "Einsteigen", "Later", "Du steigst ein.", "You stay."]);
    expect([story.entities[0]?.name, story.variables[0]?.default]).toEqual(["Fährmann", "Moin"]);
    expect(story.report.map(({ message }) => message)).toContain(
      "The texts are in de-AT. Texts in en, de are kept beside the cards, and are not played. Not translated, so as they were written: 11.",
    );
  });

  test("keeps the words of the others with the card, the choice and the dialogue", () => {
    const { graphs, report } = read();
    const [graph] = graphs;
    expect(graph?.nodes[0]?.extensions).toMatchObject({
      arcweave: { locales: { de: { content: "<p>Das Boot wartet.</p>" } } },
    });
    expect(graph?.nodes[0]?.branches[0]?.extensions).toMatchObject({
      arcweave: { locales: { de: { label: "<p>Einsteigen</p>" } } },
    });
    expect(graph?.extensions).toMatchObject({
      arcweave: { language: "en", locales: { p1: { de: { name: "Fährmann" } }, v1: { de: { value: "Moin" } } } },
    });
    expect(told(report).map(({ code, message }) => [code, message])).toEqual([
      ["arcweave_languages", "The texts are in en. Texts in de, de-AT are kept beside the cards, and are not played."],
    ]);
  });

  test("without a list of them has the first that has a text", () => {
    expect(words(read(undefined, exported(contents, { locales: null })))[0]).toBe("The boat waits.");
  });

  test("is refused for one that it does not have, which names those it has", () => {
    expect(() => read("fr")).toThrow(/no texts in fr, but in de, en, de-AT/);
  });

  test("is not asked for where there is but one: that is said", () => {
    const { report } = importStory("arcweave_json", exported({}, { locales: [] }), { language: "de" });
    expect(report.map(({ code }) => code)).toContain("import_language_unused");
  });
});

describe("rich text", () => {
  /** Words of the first card, and what stands under marks. */
  const read = (content: string) => {
    const { graphs, report } = project({ e1: { content } });
    const [node] = graphs[0]?.nodes ?? [];
    const marks = (node?.text_marks ?? []).map(({ kind, start, end }) => {
      return [
        kind,
        Array.from(node?.text ?? "")
          .slice(start, end)
          .join(""),
      ];
    });
    return {
      text: node?.text,
      marks,
      report: told(report).map(({ code, severity, node_key }) => [code, severity, node_key]),
    };
  };

  test.each([
    [
      "<p>A <strong>cold</strong> <em>wind</em>.</p>",
      "A cold wind.",
      [
        ["strong", "cold"],
        ["emphasis", "wind"],
      ],
    ],
    [
      "<p><b>one <i>two</i></b> <s>three</s> <del>four</del></p>",
      "one two three four",
      [
        ["strong", "one two"],
        ["emphasis", "two"],
        ["strike", "three"],
        ["strike", "four"],
      ],
    ],
    [
      "<p>🜁 <strong>fire</strong>&nbsp;&amp; <em>  ice </em></p>",
      "🜁 fire & ice",
      [
        ["strong", "fire"],
        ["emphasis", "ice"],
      ],
    ],
    [
      "<p>{gold} is a word, {oddly.</p>",
      "{gold} is a word, {oddly.",
      ["{", "}", "{"].map((brace) => ["literal", brace]),
    ],
    [
      "<ol><li>first</li><li><em>second</em></li></ol><ul><li>third</li></ul>",
      "1. first\n\n2. second\n\n– third",
      [["emphasis", "second"]],
    ],
    ["<p>Caf&eacute; &#8212; &#x2019;t &hellip; &lt;b&gt;</p>", "Café — ’t … <b>", []],
  ])("%s", (content, text, marks) => {
    expect(read(content)).toEqual({ text, marks, report: [] });
  });

  test("that shows a value names its variable, beside braces that are letters", () => {
    expect(read("<p>A {sign}:</p><pre><code>show(gold)</code></pre>")).toMatchObject({
      text: "A {sign}: {gold}",
      marks: [
        ["literal", "{"],
        ["literal", "}"],
      ],
    });
  });

  test("of a choice has its marks, on one line", () => {
    const { graphs } = project({
      e1: {
        content: "",
        outputs: [
          ["<p>Go  <strong>up</strong></p><p><em>now</em></p>", "e2"],
          ["<p>Stay</p>", "e3"],
        ],
      },
      e2: { content: "" },
      e3: { content: "" },
    });
    const [branch] = graphs[0]?.nodes[0]?.branches ?? [];
    expect([branch?.choice_text, branch?.text_marks]).toEqual([
      "Go up now",
      [
        { kind: "strong", start: 3, end: 5 },
        { kind: "emphasis", start: 6, end: 9 },
      ],
    ]);
  });

  test.each([
    ["<p>See <img src='map.png' alt='a map'>here.</p>", "See here.", "arcweave_image", "warning"],
    ["<p><video src='a.mp4'></video>Rain.</p>", "Rain.", "arcweave_media", "warning"],
    ["<p>A <a href='https://example.org'>link</a>.</p>", "A link.", "arcweave_link", "info"],
    ["<p>An <u>old</u> word.</p>", "An old word.", "arcweave_underline", "info"],
    ["<p>Type <code>go</code>.</p>", "Type go.", "arcweave_code", "info"],
  ])("%s is said to lose something", (content, text, code, severity) => {
    expect(read(content)).toMatchObject({ text, report: [[code, severity, "e1"]] });
  });
});

describe("a sentence with script in it", () => {
  const texts = (content: string) =>
    project({ e1: { content } })
      .graphs.flatMap(({ nodes }) => nodes)
      .flatMap(({ text }) => (text === "" ? [] : [text]));
  const code = (source: string) => `<pre><code>${source}</code></pre>`;
  const IF = code("if armed");
  const ELSE = code("else");
  const ENDIF = code("endif");

  test.each([
    ["around a value", `<p>You own</p>${code("show(gold)")}<p>coins.</p>`, ["You own {gold} coins."]],
    [
      "around a condition",
      `<p>You carry</p>${IF}<p>a sword.</p>${ELSE}<p>nothing.</p>${ENDIF}`,
      ["You carry a sword.", "You carry nothing."],
    ],
    ["behind a condition", `<p>One.</p>${IF}<p>Two.</p>${ENDIF}<p>Three.</p>`, ["One. Two. Three.", "One. Three."]],
    ["behind an assignment", `<p>One.</p>${code("gold += 1")}<p>Two.</p><p>Three.</p>`, ["One. Two.\n\nThree."]],
  ])("is one line %s", (_, content, expected) => {
    expect(texts(content)).toEqual(expected);
  });

  test.each([
    ["an empty paragraph", `<p>One.</p>${IF}<p></p><p>Two.</p>${ENDIF}`, ["One.\n\nTwo.", "One."]],
    [
      "a quotation",
      `<p>One.</p>${code("gold += 1")}<blockquote><p>Two.</p></blockquote><p>Three.</p>`,
      ["One.\n\nTwo.\n\nThree."],
    ],
    ["the end of a quotation", `<blockquote><p>One.</p></blockquote>${code("gold += 1")}<p>Two.</p>`, ["One.\n\nTwo."]],
  ])("ends at %s", (_, content, expected) => {
    expect(texts(content)).toEqual(expected);
  });
});

describe("a text that is said step by step", () => {
  const code = (source: string) => `<pre><code>${source}</code></pre>`;
  const ask = (condition: string, words: string) => `${code(`if ${condition}`)}<p>${words}</p>${code("endif")}`;

  /** Words of the first element, read on to its choices, and the remarks. */
  const read = (content: string, values: { gold?: number } = {}) => {
    const variables = { v1: { name: "gold", type: "integer", value: values.gold ?? 3 } };
    const outputs = [["<p>Go</p>", "e2"] as const, ["<p>Stay</p>", "e1"] as const];
    const story = project({ e1: { title: "Hall", content, outputs }, e2: { content: "" } }, { variables });
    const player = new ImportedPlayer(playedStory(story, "b1"));
    const { text, choices } = player.start();
    const codes = told(story.report).map((item) => item.code);
    return { text: text.replace(/\s+/g, " ").trim(), choices, codes, nodes: story.graphs[0]?.nodes ?? [] };
  };
  const choices = ["Go", "Stay"];

  test("since it can come to more texts than are cards side by side", () => {
    const content = `<p>Start.</p>${[1, 2, 3, 4, 5].map((least) => ask(`gold &gt;= ${least}`, `From ${least}.`)).join("")}<p>End.</p>`;
    const { nodes, ...rest } = read(content);
    expect(rest).toEqual({ text: "Start. From 1. From 2. From 3. End.", choices, codes: [] });
    expect(nodes.length).toBeLessThan(16);
    expect([nodes[0]?.key, nodes[0]?.title]).toEqual(["e1", "Hall"]);
  });

  test("since a condition asks for what is changed before it", () => {
    const content = `${code("gold -= 2")}${ask("gold &gt; 2", "Rich.")}${ask("gold == 1", "Poor.")}${code("gold += 5")}${ask("gold == 6", "Rich now.")}`;
    expect(read(content)).toMatchObject({ text: "Poor. Rich now.", choices, codes: [] });
  });

  test("with a condition that is not read, which counts as not met and is said", () => {
    const content = `<p>One.</p>${code("if abs(gold) == 3")}<p>Two.</p>${code("else")}<p>Three.</p>${code("endif")}`;
    expect(read(content)).toMatchObject({ text: "One. Three.", codes: ["arcweave_script_in_text"] });
  });

  test.each([
    [`${code("show(gold * 2 + 1)")}<p>coins</p>`, "7 coins", []],
    [`<p>First</p>${code("show(gold)")}${code("gold += 1")}<p>then</p>${code("show(gold)")}`, "First 3 then 4", []],
    [`<p>One</p>${code("show(abs(gold))")}<p>two</p>`, "One two", ["arcweave_script_in_text"]],
    [`<p>Is</p>${code('show("a, b", " (", gold, ")")')}`, "Is a, b (3)", []],
  ])("%s shows what it is worth there", (content, text, codes) => {
    expect(read(content)).toMatchObject({ text, choices, codes });
  });
});

describe("a choice without words", () => {
  const choices = (outputs: NonNullable<Element["outputs"]>, more: Record<string, Element> = {}) => {
    const targets = {
      e2: { title: "The <em>dark</em><br>cellar", content: "" },
      e3: { title: "", content: "Wind." },
      ...more,
    };
    const { graphs } = project({ e1: { content: "<p>Two ways.</p>", outputs }, ...targets });
    const [first] = graphs[0]?.nodes ?? [];
    return first?.branches.map(({ kind, choice_text }) => [kind, choice_text]);
  };

  test.each([null, "", "<p></p>", "<p> </p>"])("(%j) has the title of what it leads to", (label) => {
    expect(
      choices([
        [label, "e2"],
        ["<p>Climb</p>", "e3"],
      ]),
    ).toEqual([
      ["choice", "The dark cellar"],
      ["choice", "Climb"],
    ]);
  });

  test("stays without words where that has no title either", () => {
    expect(
      choices([
        [null, "e3"],
        ["<p>Go</p>", "e2"],
      ]),
    ).toEqual([
      ["choice", ""],
      ["choice", "Go"],
    ]);
  });

  test("goes on by itself where it is the only one", () => {
    expect(choices([[null, "e2"]])).toEqual([["auto", ""]]);
  });
});
