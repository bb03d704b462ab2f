import type { ImportFormat } from "#domain/import/story.ts";

/** Input of a benchmark: a text of one format, of a given length. */
export interface Shape {
  readonly format: ImportFormat;
  readonly name: string;
  readonly text: (length: number) => string;
}

/** A piece as often as it fits into a length; the number of the piece is given. */
function times(length: number, piece: (at: number) => string): string {
  const pieces: string[] = [];
  for (let total = 0, at = 0; total < length; at++) {
    const next = piece(at);
    pieces.push(next);
    total += next.length;
  }
  return pieces.join("");
}

const WORDS = "Nobody on the quay looks up from what they are doing, and the gulls least of all. ";

const twee = (format: string, passages: string): string =>
  `:: StoryTitle\nTide\n\n:: StoryData\n{"format":"${format}","start":"P0"}\n\n${passages}`;
const node = (title: string, body: string): string => `title: ${title}\n---\n${body}\n===\n`;

const sugarcube: readonly (readonly [string, (length: number) => string])[] = [
  ["short passages", (n) => times(n, (at) => `:: P${at}\n[[P${at + 1}]]\n\n`)],
  [
    "a story",
    (n) =>
      times(
        n,
        (at) =>
          `:: P${at}\n<<set $coins to ${at % 90}>>${WORDS}//Still//, <<if $coins gte 40>>[[Pay->P${at + 1}]]<<else>>''no''<</if>> [[On->P${at + 2}]]\n\n`,
      ),
  ],
  ["nested conditions", (n) => `:: P0\n${"<<if $a is 1>>x".repeat(n / 30)}${"<</if>>".repeat(n / 30)}`],
  ["one line", (n) => `:: P0\n${WORDS.repeat(n / WORDS.length)}`],
  [
    "one line of links",
    (n) => `:: P0\n${times(Math.min(n, 4_000), (at) => `[[P${at}]]`)}${WORDS.repeat(n / WORDS.length)}`,
  ],
  ["open links", (n) => `:: P0\n${"[[a->".repeat(n / 5)}`],
  ["open macros", (n) => `:: P0\n${"<<set $a to ".repeat(n / 12)}`],
  ["open quotes", (n) => `:: P0\n${'<<link "a\'" '.repeat(n / 13)}`],
  ["brackets", (n) => `:: P0\n${"[".repeat(n / 2)}${"]".repeat(n / 2)}`],
  ["marks", (n) => `:: P0\n${"//''__".repeat(n / 6)}`],
  ["markup", (n) => `:: P0\n${times(n, (at) => `//a${at}// ''b'' @@.x;c@@ &amp; `)}`],
  ["entities", (n) => `:: P0\n${"&amp;&lt;".repeat(n / 9)}`],
  [
    "a footer",
    (n) =>
      `:: PassageFooter\n<<if $a is 1>>[[Home->P0]]<</if>>\n\n${times(n, (at) => `:: P${at}\n[[P${at + 1}]]\n\n`)}`,
  ],
  ["inclusions", (n) => times(n, (at) => `:: P${at}\n<<include "P${at + 1}">> x\n\n`)],
  ["assignments", (n) => `:: P0\n${times(n, (at) => `<<set $v${at % 900} to $v${(at + 1) % 900} + 1>>`)}`],
  ["expressions", (n) => `:: P0\n<<set $a to ${"(".repeat(n / 2)}1${")".repeat(n / 2)}>>`],
  ["sums", (n) => `:: P0\n<<set $a to 1${" + $b".repeat(n / 5)}>>`],
  ["colons", (n) => times(n, () => "::\n")],
];

const harlowe: readonly (readonly [string, (length: number) => string])[] = [
  [
    "a story",
    (n) =>
      times(
        n,
        (at) =>
          `:: P${at}\n(set: $coins to ${at % 90})${WORDS}//Still//, (if: $coins >= 40)[[[Pay->P${at + 1}]]](else:)[no] [[On->P${at + 2}]]\n\n`,
      ),
  ],
  ["nested hooks", (n) => `:: P0\n${"(if: $a is 1)[x".repeat(n / 16)}${"]".repeat(n / 16)}`],
  ["open macros", (n) => `:: P0\n${"(if: ".repeat(n / 5)}`],
  ["open hooks", (n) => `:: P0\n${"|a>[".repeat(n / 4)}`],
  ["brackets", (n) => `:: P0\n${"[".repeat(n / 2)}${"]".repeat(n / 2)}`],
  ["one line", (n) => `:: P0\n${WORDS.repeat(n / WORDS.length)}(set: $a to 1)`],
  ["marks", (n) => `:: P0\n(set: $a to 1)${"''//*".repeat(n / 5)}`],
  ["changers", (n) => `:: P0\n${"(css: 'x')+".repeat(n / 11)}[a]`],
];

const chapbook: readonly (readonly [string, (length: number) => string])[] = [
  [
    "a story",
    (n) =>
      times(
        n,
        (at) =>
          `:: P${at}\ncoins: ${at % 90}\n--\n${WORDS}*Still*.\n\n[if coins > 40]\n[[Pay->P${at + 1}]]\n\n[continue]\n[[On->P${at + 2}]]\n\n`,
      ),
  ],
  ["modifiers", (n) => `:: P0\n${"[if a > 1]\nx\n".repeat(n / 13)}`],
  ["one line", (n) => `:: P0\na: 1\n--\n${WORDS.repeat(n / WORDS.length)}`],
  ["marks", (n) => `:: P0\na: 1\n--\n${"*_`".repeat(n / 3)}`],
  ["open inserts", (n) => `:: P0\na: 1\n--\n${"{reveal link: 'a', ".repeat(n / 19)}`],
  ["variables", (n) => `:: P0\n${times(n, (at) => `v${at % 900}: ${at}\n`)}--\nx`],
  ["code", (n) => `:: P0\na: 1\n--\n${times(n, (at) => `${"`".repeat((at % 60) + 1)}a`)}`],
];

const snowman: readonly (readonly [string, (length: number) => string])[] = [
  [
    "a story",
    (n) =>
      times(
        n,
        (at) =>
          `:: P${at}\n<% s.coins = ${at % 90} %>${WORDS}*Still*. <% if (s.coins > 40) { %>[[Pay->P${at + 1}]]<% } %> [[On->P${at + 2}]]\n\n`,
      ),
  ],
  ["open scripts", (n) => `:: P0\n${"<% if (s.a) { ".repeat(n / 15)}`],
  ["nested scripts", (n) => `:: P0\n${"<% if (s.a) { %>x".repeat(n / 18)}${"<% } %>".repeat(n / 18)}`],
  ["one line", (n) => `:: P0\n<% s.a = 1 %>${WORDS.repeat(n / WORDS.length)}`],
];

/** Knots with the one that the last of them leads to. */
const endedInk = (knots: string): string => `${knots}=== k${knots.split("=== k").length - 1} ===\n-> END\n`;

const ink: readonly (readonly [string, (length: number) => string])[] = [
  [
    "knots",
    (n) =>
      `-> k0\n${times(n, (at) => `=== k${at} ===\n${WORDS}\n* [Pay] -> k${at}b\n+ [Wait] -> k${at}b\n=== k${at}b\nThen. -> END\n`)}`,
  ],
  [
    "a story",
    (n) =>
      `VAR coins = 0\n-> k0\n${endedInk(times(n, (at) => `=== k${at} ===\n~ coins = coins + 1\n${WORDS}{coins > 3: Rich.|Poor.}\n* {coins > 1} [Pay] Paid.\n+ [Wait]\n- On. -> k${at + 1}\n`))}`,
  ],
  ["one line", (n) => WORDS.repeat(n / WORDS.length)],
  ["lines", (n) => `${WORDS}\n`.repeat(n / WORDS.length)],
  ["choices", (n) => times(n, (at) => `* Choice ${at}\n  ${WORDS}\n`)],
  ["nested choices", (n) => times(Math.min(n, 20_000), (at) => `${"* ".repeat((at % 60) + 1)}Choice ${at}\n`)],
  ["open braces", (n) => "{".repeat(n)],
  ["alternatives", (n) => `{${times(n, (at) => `a${at}|`)}}`],
  ["brackets", (n) => `~ temp a = ${"(".repeat(n / 2)}1${")".repeat(n / 2)}`],
  ["variables", (n) => times(n, (at) => `VAR v${at} = ${at}\n`)],
  ["comments", (n) => "/* ".repeat(n / 3)],
  [
    "lists",
    (n) =>
      `LIST mood = calm, cross, gone\n-> k0\n${endedInk(times(n, (at) => `=== k${at} ===\n~ mood = cross\n${WORDS}{mood == cross: Cross.}\n-> k${at + 1}\n`))}`,
  ],
  ["diverts", (n) => "-> ".repeat(n / 3)],
];

const yarn: readonly (readonly [string, (length: number) => string])[] = [
  ["short nodes", (n) => times(n, (at) => node(`N${at}`, `<<jump N${at + 1}>>`)) + node("End", "Done.")],
  [
    "a story",
    (n) =>
      node("Vars", "<<declare $coins = 0>>") +
      times(n, (at) =>
        node(
          `N${at}`,
          `Mae: ${WORDS}[b]Still[/b]. #line:0${at}\n<<set $coins += 1>>\n<<if $coins > 4>>\nRich.\n<<endif>>\n-> Pay\n    Paid.\n-> Wait\n    <<jump N${at}>>`,
        ),
      ),
  ],
  [
    "visits",
    (n) =>
      times(n, (at) =>
        node(
          `N${at}`,
          `Mae: ${WORDS}\n<<if visited("N${at + 1}")>>\nAgain.\n<<endif>>\n-> Wait\n    <<jump N${at + 1}>>`,
        ),
      ) + node("End", "Done."),
  ],
  ["one line", (n) => node("Start", WORDS.repeat(n / WORDS.length))],
  ["lines", (n) => node("Start", `${WORDS}\n`.repeat(n / WORDS.length))],
  [
    "options",
    (n) =>
      node(
        "Start",
        times(n, (at) => `-> Option ${at}\n    ${WORDS}\n`),
      ),
  ],
  [
    "nested options",
    (n) =>
      node(
        "Start",
        times(Math.min(n, 60_000), (at) => `${"    ".repeat(at % 50)}-> Option ${at}\n`),
      ),
  ],
  ["blank lines", (n) => node("Start", "-> Option\n  \n    x\n".repeat(n / 19))],
  ["conditions", (n) => node("Start", `${"<<if true>>\n".repeat(n / 24)}x\n${"<<endif>>\n".repeat(n / 24)}`)],
  [
    "values",
    (n) =>
      node(
        "Start",
        times(n, () => "{1 + 1} "),
      ),
  ],
  ["brackets", (n) => node("Start", "[".repeat(n))],
  ["markup", (n) => node("Start", "[a]x[/a] ".repeat(n / 9))],
  ["open markup", (n) => node("Start", "[a]x ".repeat(n / 5))],
  ["braces", (n) => node("Start", "{".repeat(n))],
  ["expressions", (n) => node("Start", `<<set $a = ${"(".repeat(n / 2)}1${")".repeat(n / 2)}>>`)],
  ["links of Yarn 1", (n) => times(n, (at) => node(`N${at}`, `${WORDS}\n[[On|N${at + 1}]]`)) + node("N2000000", "x")],
  [
    "declarations",
    (n) =>
      node(
        "Start",
        times(n, (at) => `<<declare $v${at} = ${at}>>\n`),
      ),
  ],
];

const fragment = (at: number): string =>
  JSON.stringify({
    Type: "DialogueFragment",
    Properties: {
      Id: `0x${at}`,
      Parent: "0xF",
      Text: WORDS,
      MenuText: "On",
      InputPins: [{ Id: `i${at}`, Text: at % 3 === 0 ? "a.b > 1 && a.c == 2" : "" }],
      OutputPins: [
        { Id: `o${at}`, Text: "a.b = a.b + 1;", Connections: [{ Target: `0x${at + 1}`, TargetPin: `i${at + 1}` }] },
      ],
    },
  });
const articy = (models: string): string =>
  `{"Project":{"Name":"Tide"},"GlobalVariables":[],"ObjectDefinitions":[],"Packages":[{"Models":[${models}{}]}]}`;

const element = (at: number): string =>
  `"e${at}":{"title":"E${at}","content":"<p>${WORDS}<strong>so</strong></p><pre><code>coins += 1</code></pre>","outputs":["c${at}"]}`;
const arcweave = (length: number): string => {
  const count = Math.ceil(length / 260);
  const list = (each: (at: number) => string): string => Array.from({ length: count }, (_, at) => each(at)).join(",");
  return `{"name":"Tide","startingElement":"e0","boards":{"b":{"name":"Quay","root":true,"elements":[${list((at) => `"e${at}"`)}],"connections":[${list((at) => `"c${at}"`)}]}},"elements":{${list(element)}},"connections":{${list((at) => `"c${at}":{"type":"Straight","label":"<p>Go ${at}</p>","sourceid":"e${at}","targetid":"e${(at + 1) % count}","sourceType":"elements","targetType":"elements"}`)}},"variables":{"v":{"name":"coins","type":"integer","value":0}}}`;
};

const nodeOfOurs = (at: number): string =>
  `{"key":"n${at}","text":"${WORDS}","branches":[{"choice_text":"On","target_key":"n${at + 1}"}]}`;

const html = (length: number): string =>
  `<tw-storydata name="Tide" startnode="1" format="SugarCube" ifid="A" hidden>${times(length, (at) => `<tw-passagedata pid="${at}" name="P${at}" tags="" position="1,1" size="100,100">${WORDS} &amp;\n[[On-&gt;P${at + 1}]]</tw-passagedata>`)}</tw-storydata>`;

const of = (
  format: ImportFormat,
  of: string,
  all: readonly (readonly [string, (length: number) => string])[],
  whole = (text: string) => text,
): Shape[] => all.map(([name, text]) => ({ format, name: `${of}: ${name}`, text: (length) => whole(text(length)) }));

/** Inputs that writers have, and inputs made to take long. */
export const SHAPES: readonly Shape[] = [
  ...of("twee3", "SugarCube", sugarcube, (text) => twee("SugarCube", text)),
  ...of("twee3", "Harlowe", harlowe, (text) => twee("Harlowe", text)),
  ...of("twee3", "Chapbook", chapbook, (text) => twee("Chapbook", text)),
  ...of("twee3", "Snowman", snowman, (text) => twee("Snowman", text)),
  ...of("twee3", "Twine HTML", [
    ["a story", html],
    ["open tags", (n) => `<tw-storydata name="a">${'<tw-passagedata name="'.repeat(n / 22)}`],
    ["open passages", (n) => `<tw-storydata name="a">${'<tw-passagedata name="a">'.repeat(n / 25)}`],
    [
      "stories",
      (n) =>
        '<tw-storydata name="a" startnode="1"><tw-passagedata pid="1" name="a">x</tw-passagedata></tw-storydata>\n'.repeat(
          n / 100,
        ),
    ],
    [
      "Twine 1",
      (n) =>
        `<div id="storeArea">${times(n, (at) => `<div tiddler="P${at}" tags="">${WORDS}\\n[[P${at + 1}]]</div>`)}</div>`,
    ],
  ]),
  ...of("ink", "ink", ink),
  ...of("yarn", "Yarn", yarn),
  ...of("articy_json", "articy", [
    ["fragments", (n) => articy(times(n, (at) => `${fragment(at)},`))],
    [
      "a script",
      (n) =>
        articy(
          `{"Type":"Instruction","Properties":{"Id":"0x1","Parent":"0xF","Expression":"${"a.b = a.b + 1; ".repeat(n / 15)}"}},`,
        ),
    ],
    [
      "rich text",
      (n) =>
        articy(
          `{"Type":"DialogueFragment","Properties":{"Id":"0x1","Parent":"0xF","Text":"${"<b>x ".repeat(Math.min(n, 80_000) / 5)}"}},`,
        ),
    ],
    [
      "texts by language",
      (n) =>
        `{"Objects":[${times(n, (at) => `${JSON.stringify({ Type: "DialogueFragment", Properties: { TechnicalName: `D${at}`, Id: `0x${at}`, Parent: "0xF", Text: WORDS } })},`)}{}]}`,
    ],
  ]),
  ...of("arcweave_json", "Arcweave", [["elements", arcweave]]),
  ...of("fabula_json", "Fabula", [
    [
      "nodes",
      (n) =>
        `{"format":"fabula_json","version":1,"graphs":[{"key":"g","name":"Tide","nodes":[${times(n, (at) => `${nodeOfOurs(at)},`)}{"key":"n2000000"}]}]}`,
    ],
  ]),
];
