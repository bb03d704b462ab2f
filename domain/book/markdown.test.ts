import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import type { BookChapter, BookPart } from "./book.ts";
import { readMarkdown } from "./read-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

const LONGEST = 20_000;
const CHAPTER: BookChapter = {
  id: "chp_1",
  title: "One",
  status: "outline",
  summary: "",
  pov_entity_id: null,
  beats: [],
  plot_lines: [],
  story_order: null,
  target_words: null,
};
const PAGE = { title: 'The "Salt" Gate: one', author: "Mara O’Dell", language: "en" };
const TRICKY = [
  "<!-- passage {} -->",
  "\\<!-- chapter {} -->",
  "---",
  "## Not a chapter",
  "",
  "* * *",
  "-->",
  "```",
  "#",
];

const line = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: "grapheme", maxLength: 30 }));
const words = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n").replaceAll("\r", ""));
const title = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => `t${text.replace(/[\r\n\u2028\u2029]/g, "")}`);
const passage = fc.record({
  id: fc.constantFrom("psg_1", "psg_2"),
  kind: fc.constantFrom("prose" as const, "note" as const),
  beat_id: fc.constantFrom(null, "beat_1"),
  text: words,
});
const part: fc.Arbitrary<BookPart> = fc.oneof(
  fc.record({
    kind: fc.constant("act" as const),
    act: fc.record({ id: fc.constant("act_1"), title, summary: words }),
  }),
  fc.record({
    kind: fc.constant("chapter" as const),
    chapter: fc.record({
      id: fc.constant("chp_1"),
      title,
      status: fc.constantFrom("outline", "final"),
      summary: words,
      pov_entity_id: fc.constantFrom(null, "ent_1"),
      beats: fc.array(fc.record({ id: fc.constant("beat_1"), text: title }), { maxLength: 2 }),
      plot_lines: fc.array(title, { maxLength: 2 }),
      story_order: fc.option(fc.integer(), { nil: null }),
      target_words: fc.option(fc.nat(), { nil: null }),
    }),
    isInAct: fc.boolean(),
    passages: fc.array(passage, { maxLength: 4 }),
  }),
);

test("a book that was written as Markdown is read as it was, whatever its text looks like", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const text = [...writeMarkdown(PAGE, parts)].join("");
      const read = readMarkdown(text, LONGEST);
      expect(read.page).toEqual(PAGE);
      expect(read.parts.map(({ kind, title: name }) => [kind, name])).toEqual(
        parts.map((each) => [each.kind, each.kind === "act" ? each.act.title : each.chapter.title]),
      );
      for (const [at, each] of parts.entries()) {
        const own = read.parts[at];
        if (each.kind === "act" || own === undefined) continue;
        expect(own.isInAct).toBe(each.isInAct);
        const usual = {
          status: "outline",
          summary: "",
          pov_entity_id: null,
          beats: [],
          plot_lines: [],
          story_order: null,
          target_words: null,
        };
        expect({ ...usual, ...own.fields, title: own.title }).toEqual(each.chapter);
        expect(
          own.passages.map(({ fields, text: own }) => ({ kind: "prose", beat_id: null, ...fields, text: own })),
        ).toEqual(each.passages);
      }
    }),
    { numRuns: rounds({ gate: 100, full: 5_000 }) },
  );
});

test("other Markdown is read by its headings, and scenes are passages", () => {
  const text = `---\ntitle: The Salt Gate\nauthor: Mara\ntags: [a]\n---\n\n# The Salt Gate\n\n## The ebb\n\nThe tide was out.\n\nMara came.\n\n***\n\nNight.\n\n\`\`\`\n# no heading\n\`\`\`\n\n## The flood\n\nIt came back.\n`;
  const { page, parts } = readMarkdown(text, LONGEST);
  expect(page).toEqual({ title: "The Salt Gate", author: "Mara" });
  expect(parts.map(({ kind, title: name, passages }) => [kind, name, passages.map(({ text: own }) => own)])).toEqual([
    ["chapter", "The ebb", ["The tide was out.\n\nMara came.", "***\n\nNight.\n\n```\n# no heading\n```"]],
    ["chapter", "The flood", ["It came back."]],
  ]);
});

test("two levels of headings are acts and chapters, and long scenes are cut between paragraphs", () => {
  const { parts } = readMarkdown("# I\n\n## One\n\naaaa\n\nbbbb\n\ncccccccccc\n\n# II\n\nloose\n\n## Two\n\nd\n", 10);
  expect(parts.map(({ kind, title: name, isInAct, passages }) => [kind, name, isInAct, passages.length])).toEqual([
    ["act", "I", false, 0],
    ["chapter", "One", true, 2],
    ["act", "II", false, 0],
    ["chapter", "II", true, 1],
    ["chapter", "Two", true, 1],
  ]);
  expect(parts[1]?.passages.map(({ text }) => text)).toEqual(["aaaa\n\nbbbb", "cccccccccc"]);
});

test("a scene is cut between words, and its length is counted in characters", () => {
  const texts = (words: string, longest: number) =>
    readMarkdown(`# One\n\n${words}\n`, longest).parts.flatMap(({ passages }) => passages.map(({ text }) => text));
  expect(texts("One two three four.", 10)).toEqual(["One two", "three", "four."]);
  expect(texts("😀".repeat(10), 10)).toEqual(["😀".repeat(10)]);
  expect(texts("😀".repeat(15), 10)).toEqual(["😀".repeat(10), "😀".repeat(5)]);
});

test("front matter that is no YAML, or says too much, is left out", () => {
  expect(readMarkdown("---\n{: [\n---\n\n# One\n\nText.\n", LONGEST)).toMatchObject({
    page: {},
    parts: [{ title: "One" }],
  });
  expect(readMarkdown("---\na: &a [1]\nb: *a\n---\nText.\n", LONGEST).page).toEqual({});
});

test("what only begins like a heading or an end takes no longer than its length", () => {
  const spaces = " ".repeat(200_000);
  for (const source of [`# ${spaces}\rx`, `# a${spaces}b`, `# t\n\na${spaces}b`, `# a ${"#".repeat(200_000)}b`]) {
    expect(readMarkdown(source, 1_000_000).parts.length).toBeGreaterThanOrEqual(1);
  }
  expect(readMarkdown("## The tide ##  \n\nLow.", 100).parts[0]?.title).toBe("The tide");
  expect(readMarkdown("# C#\n\nLow.", 100).parts[0]?.title).toBe("C#");
});

test("a file with the line ends of Windows is read as the same one without them, whatever comments it has", () => {
  const foreign =
    "---\ntitle: Salt\n---\n\n# The gate\n\nThe tide <!-- low --> was out.\n\n***\n\nNight.\n\n<!-- draft\n-->\n\n# Two\n\nIt came back.\n";
  const parts: BookPart[] = [
    {
      kind: "chapter",
      chapter: { ...CHAPTER, title: "The gate" },
      isInAct: false,
      passages: [{ id: "psg_1", kind: "prose", text: "The tide\n\nwas <!-- low --> out.", beat_id: null }],
    },
  ];
  const ours = [...writeMarkdown(PAGE, parts)].join("");
  for (const source of [foreign, ours]) {
    const read = readMarkdown(source, LONGEST);
    expect(readMarkdown(source.replaceAll("\n", "\r\n"), LONGEST)).toEqual(read);
    expect(readMarkdown(source.replaceAll("\n", "\r"), LONGEST)).toEqual(read);
  }
  expect(readMarkdown(foreign, LONGEST).parts.map(({ title: name, passages }) => [name, passages.length])).toEqual([
    ["The gate", 2],
    ["Two", 1],
  ]);
});

test("returns in a text that we wrote stay", () => {
  const passages = [{ id: "psg_1", kind: "prose" as const, text: "Low.\r\n\r\nHigh.", beat_id: null }];
  const written = [...writeMarkdown(PAGE, [{ kind: "chapter", chapter: CHAPTER, isInAct: false, passages }])].join("");
  expect(readMarkdown(written, LONGEST).parts[0]?.passages[0]?.text).toBe("Low.\r\n\r\nHigh.");
});

test("a summary with the line separators of Unicode stays in its mark", () => {
  const parts: BookPart[] = ["One", "Two"].map((title) => ({
    kind: "chapter",
    chapter: { ...CHAPTER, title, summary: "Low.\u2028High.\u2029Low." },
    isInAct: false,
    passages: [],
  }));
  const read = readMarkdown([...writeMarkdown(PAGE, parts)].join(""), LONGEST);
  expect(read.parts.map(({ title, fields }) => [title, fields.summary])).toEqual([
    ["One", "Low.\u2028High.\u2029Low."],
    ["Two", "Low.\u2028High.\u2029Low."],
  ]);
});

test("what somebody wrote into our file before its first chapter, or in an act, is read too", () => {
  const empty = [...writeMarkdown(PAGE, [])].join("");
  const chapters = (text: string) =>
    readMarkdown(text, LONGEST).parts.map(({ kind, title, isInAct, passages }) => [
      kind,
      title,
      isInAct,
      ...passages.map(({ text: own }) => own),
    ]);
  expect(chapters(`${empty}# The gate\n\nThe tide was out.\n`)).toEqual([
    ["chapter", "The gate", false, "The tide was out."],
  ]);
  const book = [...writeMarkdown(PAGE, [{ kind: "act", act: { id: "act_1", title: "I", summary: "" } }])].join("");
  expect(chapters(`${book.replace("<!-- act", "Before.\n\n<!-- act")}In it.\n`)).toEqual([
    ["chapter", "", false, "Before."],
    ["act", "I", false],
    ["chapter", "I", true, "In it."],
  ]);
});
