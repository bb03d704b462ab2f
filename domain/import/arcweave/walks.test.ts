import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { expectSameWalk, ImportedPlayer } from "../walk.fixture.ts";
import { importArcweave } from "./arcweave.ts";
import { ArcweavePlayer } from "./arcweave-player.fixture.ts";

const squeezed = (text: string) => text.replace(/[\s–]+/g, "");

/** The project as it is imported, beginning where it begins. */
function imported(source: string, language?: string): ImportedPlayer {
  const story = importArcweave(source, { language });
  const { startingElement } = JSON.parse(source) as { startingElement: string };
  const first = story.graphs.find(({ nodes }) => nodes.some(({ key }) => key === startingElement));
  return new ImportedPlayer(playedStory(story, first?.key ?? ""));
}

describe.skipIf(!hasCorpus)("the Arcweave project of the corpus", () => {
  const source = hasCorpus ? corpusStory("arcweave-castle.json") : "";

  it("says and offers what Arcweave's own rules make of it, wherever a walk leads", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }), (picks) => {
        expectSameWalk([new ArcweavePlayer(source), imported(source)], picks, {
          where: "",
          squeezed,
          seen: ({ text }) => seen.add(squeezed(text)),
        });
      }),
      { numRuns: rounds({ gate: 25, full: 750 }) },
    );
    // All thirteen elements are walked, and the two texts of those whose words depend on something.
    expect(seen.size).toBeGreaterThanOrEqual(13);
  });
});

const NAMES = ["e1", "e2", "e3", "e4"];
const code = (source: string) => `<pre><code>${source}</code></pre>`;
const words = fc
  .constantFrom(
    "Halt.",
    "A {sign}.",
    "1 &lt; 2 &amp; 3",
    "<strong>Loud</strong> words",
    "<em>gold</em>",
    "🜁 Air",
    "Caf&eacute;",
  )
  .map((text) => `<p>${text}</p>`);
const number = fc.constantFrom(
  "gold",
  "1",
  "2",
  "fame",
  "visits()",
  'visits(<span class="mention" data-id="e2">two</span>)',
);
const asked = fc.oneof(
  fc.tuple(number, fc.constantFrom("&gt;", "&lt;", "==", "!=", "&gt;="), number).map((each) => each.join(" ")),
  fc.constantFrom("armed", "not armed", "armed and gold &gt; 2", "fame is 1 or armed", 'who is "Ada"'),
);
const change = fc.constantFrom(
  "gold += 1",
  "gold = fame",
  "fame = gold - 1",
  "armed = not armed",
  'who = "Ada"',
  "gold -= 2",
);
const shown = fc.constantFrom("show(gold)", 'show("has ", who)', "show(gold + 1)", "show(fame * 2, who)");
const said = fc.oneof(
  { weight: 4, arbitrary: words },
  { weight: 2, arbitrary: change.map(code) },
  { weight: 1, arbitrary: shown.map(code) },
);
const parts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: said },
    {
      weight: 1,
      arbitrary: fc
        .tuple(asked, fc.array(said, { maxLength: 3 }), fc.option(asked), fc.array(said, { maxLength: 2 }))
        .map(([first, then, second, rest]) => {
          const other = second === null ? "" : `${code(`elseif ${second}`)}<p>Second.</p>`;
          return `${code(`if ${first}`)}${then.join("")}${other}${code("else")}${rest.join("")}${code("endif")}`;
        }),
    },
  ),
  { minLength: 1, maxLength: 7 },
);
const labels = fc.constantFrom(
  "<p>Go on</p>",
  "<p>Take <em>it</em></p>",
  "<p>{gold}</p>",
  `<p>Pay</p>${code("gold -= 1")}`,
);
const project = fc
  .array(
    fc.record({ parts, ways: fc.array(fc.tuple(labels, fc.constantFrom(...NAMES)), { minLength: 2, maxLength: 3 }) }),
    {
      minLength: NAMES.length,
      maxLength: NAMES.length,
    },
  )
  .map((elements) => {
    const connections: Record<string, object> = {};
    const written = Object.fromEntries(
      elements.map(({ parts: content, ways }, at) => {
        const id = NAMES[at] ?? "";
        const outputs = ways.map(([label, targetid], nth) => {
          connections[`${id}-${nth}`] = {
            label,
            sourceid: id,
            targetid,
            sourceType: "elements",
            targetType: "elements",
          };
          return `${id}-${nth}`;
        });
        return [id, { title: `<p>${id}</p>`, content: content.join(""), outputs }];
      }),
    );
    const board = {
      name: "Board",
      elements: NAMES,
      connections: Object.keys(connections),
      notes: [],
      jumpers: [],
      branches: [],
    };
    const none = { jumpers: {}, branches: {}, components: {}, attributes: {}, assets: {}, conditions: {}, notes: {} };
    const variables = {
      v1: { name: "gold", type: "integer", value: 2 },
      v2: { name: "fame", type: "integer", value: 1 },
      v3: { name: "armed", type: "boolean", value: false },
      v4: { name: "who", type: "string", value: "Bea" },
    };
    return JSON.stringify({
      name: "Random",
      startingElement: "e1",
      boards: { b1: board },
      elements: written,
      connections,
      variables,
      ...none,
    });
  });

it("says and offers of random projects what Arcweave's own rules make of them, without markup", () => {
  fc.assert(
    fc.property(project, fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 }), (source, picks) => {
      const story = importArcweave(source);
      expect(story.report.filter(({ severity }) => severity !== "info")).toEqual([]);
      const seen = ({ text, choices }: { text: string; choices: readonly string[] }) => {
        expect(`${text} ${choices.join(" ")}`).not.toMatch(/<\/?[a-z]|&[a-z]+;|\{(?:if|else|endif|show)|⟦/);
      };
      expectSameWalk([new ArcweavePlayer(source), imported(source)], picks, { where: source, squeezed, seen });
    }),
    { numRuns: rounds({ gate: 15, full: 500 }) },
  );
});

type Texts = Record<string, Record<string, string>>;
const GERMAN: readonly (readonly [string, string])[] = [
  ["Halt.", "Stopp."],
  ["Go on", "Weiter"],
  ["Loud", "Laut"],
  ["Second.", "Zweitens."],
];
const german = (text: string) => GERMAN.reduce((words, [en, de]) => words.replaceAll(en, de), text);

/** A project in German, and the project in both languages, as an export keeps the texts of several apart from their objects. */
function inLanguages(source: string) {
  const whole = JSON.parse(source) as { elements: Texts; connections: Texts };
  const contents: Record<string, object> = {};
  const apart = (records: Texts, field: string) =>
    Object.fromEntries(
      Object.entries(records).map(([id, { [field]: text = "", ...record }]) => {
        contents[id] = { [field]: { en: { text }, de: { text: german(text) } } };
        return [id, record];
      }),
    );
  const elements = apart(whole.elements, "content");
  const connections = apart(whole.connections, "label");
  const locales = [{ iso: "en" }, { iso: "de", base: "en" }];
  return { de: german(source), both: JSON.stringify({ ...whole, elements, connections, locales, contents }) };
}

it("plays each language of a project as the project in that language alone, and keeps the words of the others", () => {
  fc.assert(
    fc.property(project, fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 }), (source, picks) => {
      const { de, both } = inLanguages(source);
      for (const [language, alone] of [
        ["en", source],
        ["de", de],
      ] as const)
        expectSameWalk([new ArcweavePlayer(alone), imported(both, language)], picks, { where: both, squeezed });
      const { elements } = JSON.parse(source) as { elements: Texts };
      for (const { key, extensions } of importArcweave(both, { language: "en" }).graphs.flatMap(({ nodes }) => nodes)) {
        const text = elements[key]?.content;
        if (text !== undefined)
          expect(extensions).toMatchObject({ arcweave: { locales: { de: { content: german(text) } } } });
      }
    }),
    { numRuns: rounds({ gate: 8, full: 500 }) },
  );
});
