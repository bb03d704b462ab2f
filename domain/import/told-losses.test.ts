import { describe, expect, test } from "vitest";
import { importArcweave } from "./arcweave/arcweave.ts";
import { importArticy } from "./articy/articy.ts";
import { corpusStory, hasCorpus } from "./corpus.fixture.ts";
import { importInk } from "./ink/ink.ts";
import type { ImportedStory } from "./story.ts";
import { importTwee } from "./twee/twee.ts";
import { importYarn } from "./yarn/yarn.ts";

const yarn = (body: string, headers = "") => importYarn(`title: Start\n${headers}---\n${body}\n===\n`);
const harlowe = (body: string, more = "") =>
  importTwee(`:: StoryData\n{"format":"Harlowe"}\n\n:: Start\n${body}\n\n:: Next\nDone.\n${more}`);
const ink = (...lines: string[]) => importInk(`VAR n = 2\n-> a\n=== a\n${lines.join("\n")}\n+ [On] -> a\n`);
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

type Planted = readonly [kind: string, story: () => ImportedStory, code: string, place: RegExp | string];

const tweeOf = (format: string, text: string) =>
  importTwee(`:: StoryData\n{"format": "${format}"}\n\n:: Start\n${text}\n\n:: Next\nDone.\n`);
const chapbook = (text: string) => tweeOf("Chapbook", text);
const snowman = (text: string) => tweeOf("Snowman", text);
const sugarcube = (text: string) => tweeOf("SugarCube", text);

/** Losses of ink; the first line of a knot is line 4. */
const INK: readonly Planted[] = [
  ["shuffled texts", () => ink("{~a|b}"), "ink_shuffle", /line 4/],
  ["texts shuffled once", () => ink("{shuffle once:", "- a", "- b", "}"), "ink_shuffle", /line 4/],
  ["shuffled texts of a choice", () => ink("+ [{~a|b}] -> a"), "ink_choice_shuffle", /line 4/],
  ["a tag of a choice", () => ink("Hi.", "+ [Go # loud] -> a"), "ink_tag", /line 5/],
  ["a value in a tag", () => ink("Hi. # n{n}"), "ink_tag", /line 4/],
  ["turns of ink", () => ink("{TURNS_SINCE(-> a)}"), "ink_turns", /line 4/],
  ["a random number of ink", () => ink("{RANDOM(1, 6)}"), "ink_random", /line 4/],
  ["a seed", () => ink("~ SEED_RANDOM(4)"), "ink_seed", /line 4/],
  ["a printed power", () => ink("Hi.", "{POW(n, 2)}"), "ink_print", /line 5/],
  ["a condition of a power", () => ink("{POW(n, 2) > 3: a|b}"), "ink_condition", /line 4/],
  ["a fraction in a whole variable", () => ink("~ n = n / 2.0"), "ink_value", /line 4/],
  ["a count of choices in a text", () => ink("{CHOICE_COUNT()}"), "ink_choice_count", /line 4/],
  [
    "a function of the game in ink",
    () => importInk("EXTERNAL ring(n)\n~ ring(2)\n-> END\n"),
    "ink_external",
    /ring.*line 2/,
  ],
  ["an image of ink", () => ink('A <img src="a.png"> b'), "ink_media", "a"],
];

/** Losses of Harlowe; the first line of a passage is line 5. */
const HARLOWE: readonly Planted[] = [
  ["a list of values", () => harlowe('(set: $bag to (a: "key"))A.'), "twee_value", /“bag”.*line 5/],
  [
    "a value that is not read, where it is shown",
    () => harlowe("(set: $b to (a: 1))A\n$b."),
    "twee_unread",
    /\$b.*line 6/,
  ],
  [
    "a value that is not read, in a link",
    () => harlowe("(set: $b to (a: 1))\n[[Go $b->Next]]"),
    "twee_unread",
    /in a link.*line 6/,
  ],
  ["a variable that nothing sets, in a link", () => harlowe("A.\n[[Go $n->Next]]"), "twee_name_unset", /\$n.*line 6/],
  ["a condition that is not read", () => harlowe("A.\n(if: $x matches number)[B.]"), "twee_condition", /line 6/],
  [
    "variables set by each other",
    () => harlowe("(set: $a to 1, $b to 2)\n(set: $a to $b + 1, $b to $a + 1)$a $b"),
    "twee_read_otherwise",
    /\(set:\).*line 6/,
  ],
  [
    "a value with a variable in it",
    () => harlowe('(set: $n to "Bo")(set: $t to "Hi $n")$t'),
    "twee_value_markup",
    /Hi \$n.*line 5/,
  ],
  ["a loop", () => harlowe('A.\n(for: each _x, "p", "q")[_x]'), "twee_unread", /\(for:\).*line 6/],
  ["a macro of the author", () => harlowe("A.\n($shout: 3)"), "twee_unread", /shout.*line 6/],
  ["a macro that is not known", () => harlowe("A.\n(dialog: 'B')"), "twee_unread", /\(dialog:\).*line 6/],
  ["colours", () => harlowe("A.\n(text-colour: red)[B.]"), "twee_read_otherwise", /\(text-colour:\).*line 6/],
  [
    "a style that is no mark",
    () => harlowe('A.\n(text-style: "blur")[B.]'),
    "twee_read_otherwise",
    /\(text-style:\).*line 6/,
  ],
  [
    "a look that a variable holds",
    () => harlowe("(set: $r to (color: red))\n$r[B.]"),
    "twee_read_otherwise",
    /\$r.*line 6/,
  ],
  [
    "words that are replaced",
    () => harlowe("|a>[A.]\n(replace: ?a)[B.]"),
    "twee_read_otherwise",
    /\(replace:\).*line 6/,
  ],
  ["words that repeat themselves", () => harlowe("A.\n(live: 1s)[B.]"), "twee_read_otherwise", /\(live:\).*line 6/],
  [
    "words that come later, of what a footer changes",
    () => harlowe("(set: $n to 1)\n(after: 1s)[It is $n.]", "\n:: Foot [footer]\n(set: $n to 2)"),
    "twee_read_otherwise",
    /\(after:\).*behind it.*line 6/,
  ],
  [
    "words that are clicked and not there",
    () => harlowe('A.\n(click: "lamp")[B.]'),
    "twee_read_otherwise",
    /\(click:\).*has not.*line 6/,
  ],
  [
    "words that are clicked in two places",
    () => harlowe('A lamp, a lamp.\n(click: "lamp")[B.]'),
    "twee_read_otherwise",
    /more than once.*line 6/,
  ],
  ["spaces in a link", () => harlowe("A.\n[[Go-> Next ]]"), "twee_read_otherwise", /spaces count.*line 6/],
  [
    "an else behind an else",
    () => harlowe("(set: $n to 1)(if: $n is 1)[A](else:)[B]\n(else:)[C]"),
    "twee_read_otherwise",
    /\(else:\).*line 6/,
  ],
  ["words before a way that is gone at once", () => harlowe('A.\n(go-to: "Next")'), "twee_read_otherwise", /line 6/],
  [
    "hidden words of two passages on a page",
    () => harlowe('(display: "Box")(display: "Box")', '\n:: Box\n|a)[B.]\n(link: "Open")[(show: ?a)]'),
    "twee_read_otherwise",
    /\(show:\).*line 12/,
  ],
  ["an image", () => harlowe("A.\n<img src='b.png'>"), "twee_media", /b\.png.*line 6/],
  ["a passage that is not there", () => harlowe('A.\n(display: "Gone")'), "twee_missing_passage", /Gone.*line 6/],
];

/** Values that are asked for before anything sets them; the first line of a passage is line 5. */
const NOT_SET: readonly Planted[] = [
  [
    "a value that SugarCube has not on one way",
    () => sugarcube("[[Next][$a to 1]]\n[[B]]\n\n:: B\nOn.\n<<if $a is 0>>None.<</if>>"),
    "twee_value_unset",
    /“\$a”.*begins as 0 \(line 10\)/,
  ],
  [
    "a value that is counted before it is set",
    () => sugarcube("A.\n<<set $a += 1>>"),
    "twee_value_unset",
    /“\$a”.*line 6/,
  ],
  [
    "a text that is 0 in Harlowe",
    () => harlowe('A.\n$s(set: $s to "x")'),
    "twee_value_unset",
    /“\$s”.*an empty text.*line 6/,
  ],
  [
    "an answer that Harlowe has not",
    () => harlowe("(if: $f)[A](set: $f to true)"),
    "twee_value_unset",
    /“\$f”.*line 5/,
  ],
  [
    "a value that Chapbook has not",
    () => chapbook("It is {n}.\n\n[[B]]\n\n:: B\nn: 1\n--\nB"),
    "twee_value_unset",
    /“n”.*line 5/,
  ],
  ["a value that Snowman has not", () => snowman("A\n<%= s.n %><% s.n = 1 %>"), "twee_value_unset", /“s\.n”.*line 6/],
];

/** Losses of Chapbook and Snowman; the first line of a passage is line 5. */
const MARKDOWN: readonly Planted[] = [
  ["an insert of Chapbook", () => chapbook("Hi.\n{text input for: 'who'}"), "twee_unread", /text input for.*line 6/],
  ["a way back", () => chapbook("{back link, label: 'Back'}"), "twee_unread", /back link.*line 5/],
  ["a script of Chapbook", () => chapbook("A\n\n[JavaScript]\nwrite(1);"), "twee_unread", /JavaScript.*line 7/],
  ["a property of Chapbook", () => chapbook("a: 1\np.x: 2\n--\nA"), "twee_unread", /line 6/],
  ["a value of an object", () => chapbook("a: 1\n--\nIt is {bag[0]}."), "twee_unread", /line 7/],
  ["a list of Chapbook", () => chapbook("a: [1, 2]\n--\nA"), "twee_value", /“a”.*line 5/],
  ["a condition of an insert", () => chapbook("[if f(2)]\nA\n[else]\nB"), "twee_condition", /line 5/],
  ["a modifier of nobody", () => chapbook("A\n\n[shout]\nB"), "twee_read_otherwise", /\[shout\].*line 7/],
  ["an insert of nobody", () => chapbook("A {smile: 'x'}"), "twee_read_otherwise", /smile.*line 5/],
  ["a text that waits", () => chapbook("A\n\n[after 1s]\nB"), "twee_read_otherwise", /after.*line 7/],
  [
    "words of a link that are joined",
    () => chapbook("{link to: 'Next', label: 'a' + b}"),
    "twee_read_otherwise",
    /link to.*line 5/,
  ],
  ["a text below two rules", () => chapbook("a: 1\n--\nA\n--\nB"), "twee_read_otherwise", /--.*line 8/],
  ["a picture of Chapbook", () => chapbook("{embed image: 'a.png'}"), "twee_media", /a\.png.*line 5/],
  ["a place to go that is worked out", () => chapbook("[[Go->{there}]]"), "twee_missing_passage", /there.*line 5/],
  ["a script of Snowman", () => snowman("A\n<% for (;;) { %>x<% } %>"), "twee_unread", /line 6/],
  ["a value of Snowman", () => snowman("<%= s.list.length %>"), "twee_unread", /line 5/],
  ["a condition of Snowman", () => snowman("<% if (f(2)) { %>A<% } else { %>B<% } %>"), "twee_condition", /line 5/],
  ["a list of Snowman", () => snowman("<% s.a = [1] %>A <%= s.a %>"), "twee_value", /“a”.*line 5/],
  ["signs of HTML", () => snowman("<% s.a = '<b>b</b>' %>\n<%- s.a %>"), "twee_read_otherwise", /HTML.*line 6/],
  ["a script in a link", () => snowman("[[Go <%= f(2) %>->Next]]"), "twee_read_otherwise", /link.*line 5/],
  [
    "a link that Snowman 2.1 reads otherwise",
    () => snowman("[[Go|Next]]"),
    "twee_read_otherwise",
    /Snowman 2\.1.*line 5/,
  ],
  ["a hyphen in a link", () => snowman("A\n[[Go-on->Next]]"), "twee_read_otherwise", /no link.*line 6/],
  ["words that are hidden", () => snowman("<b.x->A</b>"), "twee_read_otherwise", /hides.*line 5/],
  ["a picture of Snowman", () => snowman("![a](a.png)"), "twee_media", /a\.png.*line 5/],
];

/** Losses of SugarCube; the first line of a passage is line 5. */
const SUGARCUBE: readonly Planted[] = [
  ["a macro of SugarCube", () => sugarcube('A.\n<<audio "a" play>>'), "twee_unread", /<<audio>>.*line 6/],
  ["a loop", () => sugarcube("<<for _i to 0; _i lt 3; _i++>>x<</for>>"), "twee_unread", /<<for>>.*line 5/],
  ["a way back", () => sugarcube("A. <<return>>"), "twee_unread", /<<return>>.*line 5/],
  ["a passage by a variable", () => sugarcube("<<include $p>>"), "twee_unread", /<<include>>.*line 5/],
  ["a value taken away", () => sugarcube("<<set $a to 1>>\n<<unset $a>>"), "twee_unread", /<<unset>>.*line 6/],
  ["a computed value that is shown", () => sugarcube("<<= Math.max(1, 2)>>"), "twee_unread", /<<print>>.*line 5/],
  ["a condition of a list", () => sugarcube('\n<<if $l.includes("a")>>x<</if>>'), "twee_condition", /line 6/],
  [
    "a temporary value of another page",
    () => sugarcube("<<set _t to 5>>[[Other]]\n\n:: Other\nIt is _t."),
    "twee_value_kept",
    /“_t”.*line 8/,
  ],
  [
    "a value that is set before the time to show it",
    () => sugarcube("<<include 'Sign'>><<set $a to 6>>\n\n:: Sign\n<<timed 1s>>It is $a.<</timed>>"),
    "twee_read_otherwise",
    /also what is set.*line 8/,
  ],
  ["a list", () => sugarcube('<<set $l to ["a"]>>'), "twee_value", /“l”.*line 5/],
  ["an image of SugarCube", () => sugarcube("A [img[a.png]]"), "twee_media", /a\.png.*line 5/],
  ["a link in a value", () => sugarcube('A.\n<<set $a to "[[Next]]">>$a'), "twee_value_markup", /\[\[Next\]\].*line 6/],
  [
    "signs of markup that are letters",
    () => sugarcube('<<set $a to "b &amp; c">>\n<<- $a>>'),
    "twee_read_otherwise",
    /<<->>.*“a”.*line 6/,
  ],
  ["a link to nowhere", () => sugarcube("[[Gone]]"), "twee_missing_passage", /Gone.*line 5/],
  ["a link to the web", () => sugarcube("[[A|http://a.test]]"), "twee_link_without_passage", /line 5/],
  ["what repeats itself", () => sugarcube("<<repeat 1s>>x<</repeat>>"), "twee_read_otherwise", /<<repeat>>.*line 5/],
  [
    "a way that is gone after a time",
    () => sugarcube('<<timed 1s>>\n<<goto "Start">><</timed>>'),
    "twee_read_otherwise",
    /<<goto>>.*line 6/,
  ],
  [
    "words put elsewhere",
    () => sugarcube('<<link "A">><<replace "#b">>c<</replace>><</link>>'),
    "twee_read_otherwise",
    /<<replace>>.*line 5/,
  ],
  [
    "a link with words of a script",
    () => sugarcube("<<link `f()`>>c<</link>>"),
    "twee_read_otherwise",
    /<<link>>.*line 5/,
  ],
  [
    "a footer that begins with a sign",
    () => sugarcube("A.\n\n:: PassageFooter\n! B"),
    "twee_read_otherwise",
    /PassageFooter.*line 8/,
  ],
];

/** Losses of a kind each, planted in a story: the report has to name them with their places. */
const PLANTED: readonly Planted[] = [
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
  ["a header of the author", () => yarn("Hi.", "mood: dark\nposition: 1,2\n"), "yarn_header", /“mood”.*line 2/],
  [
    "a tag of a Yarn file",
    () => importYarn("// Harbour\n#night\ntitle: Start\n---\nHi.\n===\n"),
    "yarn_file_tag",
    /#night.*line 2/,
  ],
  ["a link of Yarn Spinner 1", () => yarn("Hi.\n[[Go|Start]]"), "yarn_one", /Yarn Spinner 1/],
  ...HARLOWE,
  ...MARKDOWN,
  ...INK,
  ...SUGARCUBE,
  ...NOT_SET,
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
  const isThere = ({ node_key, message }: (typeof found)[number]) =>
    typeof place === "string" ? node_key === place : place.test(message);
  expect(found.filter(isThere), JSON.stringify(found)).toHaveLength(1);
});

test.each([
  ["set on the way", sugarcube("[[B][$a to 1]]\n\n:: B\n$a")],
  ["set behind what shows its link", sugarcube("<<include 'B'>><<set $a to 1>>\n\n:: B\n[[C]]\n\n:: C\n$a")],
  ["set at the first visit", sugarcube("<<if visited() is 1>><<set $a to 1>><</if>>$a")],
  ["set by a macro of the author", sugarcube("<<init>>$a\n\n:: W [widget]\n<<widget init>><<set $a to 1>><</widget>>")],
  ["with another value in its place", sugarcube("<<set $a to ($a || 0) + 1>>$a")],
  [
    "only asked whether it is there",
    sugarcube("<<if $a>>A<</if>><<if $b gt 0>>B<</if>><<set $a to 1>><<set $b to 1>>"),
  ],
  ["0 in Harlowe", harlowe("$n(set: $n to it + 1)(if: $f is true)[A](set: $f to true)")],
  [
    "asked for on a way that depends on something",
    snowman("<% if (s.k) { %><%= s.n %><% } %><% s.n = 1; s.k = true %>"),
  ],
])("a value that is %s is not told of", (_, { report }) => {
  expect(report.filter(({ code }) => code === "twee_value_unset")).toEqual([]);
});

test("headers by which editors place nodes are no losses", () => {
  const { report } = yarn("Hi.", "tags: a b\ncolorID: 3\nposition: 1,2\ngroup: Town\nstyle: note\nmood:\n");
  expect(report).toEqual([]);
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
