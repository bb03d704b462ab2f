import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Condition, Expression } from "../expression.ts";
import { playedStory } from "../import/play-imported.fixture.ts";
import { importYarn } from "../import/yarn/yarn.ts";
import { begin, choose, openOffers, type Page } from "../runtime/run.ts";
import { node, dialogue as played, variable as playedVariable, way } from "../runtime/story.fixture.ts";
import type { PlayedDialogue } from "../runtime/story.ts";
import { literal } from "../text-marks/marked-text.ts";
import { exported } from "./exported.fixture.ts";
import { exportYarn } from "./yarn.ts";

const VARIABLES = [playedVariable("var_n", "integer", 0)];
const n: Expression = { var: "var_n" };
const add = (id: string, by: number) => ({ id, op: "add" as const, target: "var_n", value: { lit: by }, when: [] });

describe("a dialogue as Yarn", () => {
  test("has lines with speakers, options with conditions, effects and jumps", () => {
    const asks: Condition = { id: "cnd_1", op: "gte", args: [n, { lit: 2 }] };
    const { content, report } = exportYarn(
      exported(
        [
          node(
            "Gate",
            [
              way("Pay {n}", "Hall", { conditions: [asks], when_unavailable: "disable", effects: [add("ef_1", -2)] }),
              way("Wait #1", "Gate", { repeat: "once" }),
            ],
            {
              text: "Halt! // {n} coins\nWho: you?",
            },
          ),
          node("Hall", [], { kind: "end", text: "" }),
        ],
        VARIABLES,
        { speaker_id: "ent_mara" },
      ),
    );
    expect(content).toBe(
      [
        "title: Variables\n---\n<<declare $n = 0>>\n===",
        "title: Start\nposition: 0,0\n---\nMara: Halt! \\/\\/ {$n} coins\nMara: Who: you?",
        "-> Pay {$n} <<if $n >= 2>>\n    <<set $n += -2>>\n    <<jump Hall>>",
        "-> Wait \\#1 <<once>>\n    <<jump Start>>\n===",
        "title: Hall\nposition: 360,26\n---\n<<stop>>\n===\n",
      ].join("\n"),
    );
    expect(report.map(({ message }) => message)).toEqual([
      "Unavailable choices are greyed out instead of hidden: “Start”.",
    ]);
  });

  test("writes a talk as options, and says so, also where there is one without words", () => {
    const branches = [way("", "B", { opened_by: { facts: ["fact_1"], actions: [] } })];
    const { content, report } = exportYarn(
      exported([node("A", branches, { kind: "talk", text: "Well?" }), node("B", [], { kind: "end" })], VARIABLES),
    );
    expect(content).toContain("Well?\n-> …\n    <<jump B>>");
    expect(report.map(({ message }) => message)).toEqual([
      "Talks are written as options, their written answers: “Start”.",
    ]);
  });

  test("says what Yarn cannot express, by card", () => {
    const asks: Condition = { id: "cnd_1", entity: "ent_mara", path: "mood" };
    const { content, report } = exportYarn(
      exported([node("A", [way("x", null, { conditions: [asks], when_unavailable: "disable" })])], VARIABLES),
    );
    expect(content).toContain("-> x <<if false>>\n    <<stop>>");
    expect(report.map(({ message }) => message)).toEqual([
      "Yarn cannot express properties of the world: “Start”.",
      "The story ends where a choice leads to no card of this dialogue: “Start”.",
    ]);
  });
});

describe("names and lines in Yarn", () => {
  const written = (titles: readonly string[], names: readonly string[], more: Parameters<typeof exported>[2] = {}) => {
    const variables = names.map((name, at) => ({ ...playedVariable(`var_${at}`, "integer", 0), name }));
    const uses = variables.map(({ id }) => ({ ...add(`ef_${id}`, 1), target: id }));
    const cards = titles.map((title, at) => {
      return { ...node(`n${at}`, [], { text: "Words.", on_enter_effects: at === 1 ? uses : [] }), title };
    });
    return exportYarn(exported(cards, variables, more));
  };

  test("are of letters of any script, none twice, and begin with no digit", () => {
    const { content } = written(["A", "Größe", "1st", "Counts", "始まり 2", "!"], ["größe", "a b", "a_b", "2x"]);
    expect(Array.from(content.matchAll(/^title: (.*)$/gm), ([, title]) => title)).toEqual([
      ...["Variables", "Start", "Größe", "Node_1st", "Counts_2", "始まり_2", "Node"],
    ]);
    expect(Array.from(content.matchAll(/^<<declare (\S+)/gm), ([, name]) => name)).toEqual([
      ...["$größe", "$a_b_2", "$a_b", "$_2x"],
    ]);
    expect(() => importYarn(content)).not.toThrow();
  });

  test("keep the names of lines, but not those of their copies, and tell what attributes are lost", () => {
    const yarn = { line: "0a1", markup: [{ name: "wave", start: 0, end: 1 }] };
    const { content, report } = written(["A", "B"], [], { extensions: { yarn } });
    expect(content.match(/Words\.( #line:0a1)?$/gm)).toEqual(["Words. #line:0a1", "Words."]);
    expect(report.map(({ message }) => message)).toEqual([
      "Attributes of Yarn’s markup that are not played are left out: “Start”, “B”.",
    ]);
  });
});

const IDS = ["n0", "n1", "n2", "n3"];
const condition = fc.oneof(
  fc
    .record({ op: fc.constantFrom("gte" as const, "eq" as const, "lt" as const), at: fc.integer({ min: 0, max: 3 }) })
    .map(({ op, at }): Expression => ({ op, args: [n, { lit: at }] })),
  fc.constantFrom(...IDS).map((id): Expression => ({ fn: "visited", args: [{ ref: id }] })),
  fc.constant<Expression>({
    op: "not",
    args: [
      {
        op: "any",
        args: [
          { op: "eq", args: [n, { lit: 1 }] },
          { op: "gt", args: [n, { lit: 2 }] },
        ],
      },
    ],
  }),
);
/** Generates conditions of entering a card, which may refer to the card itself. */
const guard = fc.oneof(
  condition,
  fc.constant<Expression>({ op: "lt", args: [{ fn: "visits", args: [] }, { lit: 2 }] }),
);
const branch = fc.record({
  kind: fc.constantFrom("choice" as const, "choice" as const, "auto" as const, "else" as const, "fallback" as const),
  to: fc.constantFrom(...IDS, "end"),
  conditions: fc.array(condition, { maxLength: 2 }),
  by: fc.option(fc.integer({ min: -1, max: 2 })),
  repeat: fc.constantFrom("sticky" as const, "sticky" as const, "once" as const, "limited" as const),
});
const story = fc.array(
  fc.record({
    kind: fc.constantFrom(
      "line" as const,
      "line" as const,
      "hub" as const,
      "talk" as const,
      "condition" as const,
      "instruction" as const,
    ),
    by: fc.option(fc.integer({ min: 0, max: 2 })),
    guards: fc.array(guard, { maxLength: 1 }),
    branches: fc.array(branch, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: IDS.length, maxLength: IDS.length },
);

/** Returns the text read along the given choices; a loop is followed for a limited number of pages. */
function read(dialogue: PlayedDialogue, picks: readonly number[]): string[] {
  const heard: string[] = [];
  let page: Page = begin(dialogue);
  const left = [...picks];
  for (let steps = 0; steps < 40; steps++) {
    heard.push(...page.said.map(({ text }) => text));
    if (page.halt.kind === "circle") return [];
    const offers = page.halt.kind === "continue" ? [page.halt.choice] : openOffers(page.halt);
    if (page.halt.kind === "choices") heard.push(offers.map(({ text }) => text).join(" / "));
    const pick = page.halt.kind === "continue" ? 0 : left.shift();
    const offer = pick === undefined ? undefined : offers[pick % offers.length];
    if (offer === undefined) break;
    page = choose(dialogue, page.state, offer.branch);
  }
  return heard;
}

test("what is written is read back and played the same", () => {
  fc.assert(
    fc.property(story, fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }), (drawn, picks) => {
      const nodes = drawn.map(({ kind, by, guards, branches }, at) =>
        node(
          IDS[at] ?? "",
          branches.map(({ kind: of, to, conditions, by: change, repeat }, nth) =>
            way(`b${at}${nth}`, to, {
              kind: of,
              choice_text: of === "choice" ? `b${at}${nth}, {n}` : "",
              conditions: conditions.map((each, index) => ({ id: `cnd_${at}${nth}${index}`, ...each })),
              effects: change === null ? [] : [add(`ef_${at}${nth}`, change)],
              repeat,
              repeat_limit: repeat === "limited" ? 2 : null,
            }),
          ),
          {
            kind,
            text: kind === "line" ? `Words of n${at}, {n}.` : "",
            conditions: guards.map((each, index) => ({ id: `cnd_${at}_${index}`, ...each })),
            on_enter_effects: by === null ? [] : [add(`ef_${at}`, by)],
          },
        ),
      );
      const all = [...nodes, node("end", [], { kind: "end" })];
      const { content, report } = exportYarn(exported(all, VARIABLES));
      // Closed choices are shown there and hidden here, and a talk is its choices; nothing else may be lost.
      const isTold = /^(?:Unavailable choices|Talks are written as options)/;
      expect(report.filter(({ message }) => !isTold.test(message))).toEqual([]);
      const again = importYarn(content, { name: "again" });
      const ours = read(played(all, VARIABLES), picks);
      const theirs = read(playedStory(again, "again"), picks);
      // Cards that lead to one another for ever are followed to different ends.
      if (ours.length === 0 || theirs.length === 0) return;
      expect([content, theirs.slice(0, 12)]).toEqual([content, ours.slice(0, 12)]);
    }),
    { numRuns: rounds({ gate: 50, full: 500 }) },
  );
});

/** Signs and words that mean something in Yarn. */
const HOSTILE = [
  ":",
  "===",
  "---",
  "#",
  "{",
  "}",
  "[",
  "]",
  "[[",
  "]]",
  "\\",
  "<<",
  ">>",
  "//",
  "->",
  "=>",
  "====",
  '"',
  "$n",
].concat(["a", "Größe", " ", "Pell: ", "title: x", "<<if true>>", "[b]", "<<jump A>>", "#line:1", "https://x.org"]);
const hostile = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));

test("whatever signs are in texts and choices, they come back as they were", () => {
  // Spaces at the ends, and several beside one another, are one in Yarn.
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  fc.assert(
    fc.property(
      hostile,
      hostile,
      fc.oneof(hostile, fc.constantFrom("stop", "if x", "set $a 1")),
      (text, choice, asks) => {
        const all = [
          node("A", [way("x", "B", { kind: "choice", choice_text: choice })], { text }),
          node("B", [], { text }),
          node("C", [], { kind: "command", text: asks, text_marks: [...literal(asks).marks] }),
        ];
        const { content } = exportYarn(exported(all, []));
        const nodes = importYarn(content).graphs.flatMap((graph) => graph.nodes);
        const commands = nodes.filter(({ kind }) => kind === "command").map((each) => plain(each.text));
        expect([content, commands]).toEqual([content, plain(asks) === "" ? [] : [plain(asks)]]);
        const texts = nodes.flatMap((each) => (each.text === "" || each.kind === "command" ? [] : [each.text]));
        const choices = nodes.flatMap(({ branches }) => branches).filter(({ kind }) => kind === "choice");
        expect([content, texts.map(plain)]).toEqual([content, plain(text) === "" ? [] : [plain(text), plain(text)]]);
        if (plain(choice) !== "") expect(choices.map((each) => plain(each.choice_text ?? ""))).toEqual([plain(choice)]);
        expect(nodes.map(({ speaker_label }) => speaker_label)).toEqual(nodes.map(() => null));
      },
    ),
    { numRuns: rounds({ gate: 200, full: 3_000 }) },
  );
});
