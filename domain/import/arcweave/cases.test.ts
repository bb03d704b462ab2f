import { describe, expect, test } from "vitest";
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
