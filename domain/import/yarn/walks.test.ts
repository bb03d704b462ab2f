import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { begin, choose, openOffers, type Page } from "../../runtime/run.ts";
import type { PlayedDialogue } from "../../runtime/story.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { expectSameWalk, type WalkedPage, type Walker } from "../walk.fixture.ts";
import { inlineMarks } from "./marked-words.fixture.ts";
import { importYarn } from "./yarn.ts";
import { YarnTreePlayer, yarnSource, yarnTree } from "./yarn-player.fixture.ts";

/** Plays a story as it is imported, with signs for the marks of its words. */
class MarkedPlayer implements Walker {
  readonly #dialogue: PlayedDialogue;
  #page: Page | null = null;

  constructor(dialogue: PlayedDialogue) {
    this.#dialogue = dialogue;
  }

  start(): WalkedPage {
    return this.#read(begin(this.#dialogue));
  }

  choose(at: number): WalkedPage {
    const offer = this.#page === null ? undefined : openOffers(this.#page.halt)[at];
    if (this.#page === null || offer === undefined) throw new Error(`no choice ${at}`);
    return this.#read(choose(this.#dialogue, this.#page.state, offer.branch));
  }

  #read(first: Page): WalkedPage {
    let page = first;
    const said: string[] = [];
    const hear = () => said.push(...page.said.map(({ text, text_marks: marks = [] }) => inlineMarks({ text, marks })));
    hear();
    while (page.halt.kind === "continue") {
      page = choose(this.#dialogue, page.state, page.halt.choice.branch);
      hear();
    }
    this.#page = page;
    const choices = openOffers(page.halt).map(({ text, text_marks: marks = [] }) => tidy(inlineMarks({ text, marks })));
    return { text: said.filter((text) => text !== "").join(" "), choices };
  }
}

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();
const picks = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 });

/** Differences that a report may name: the players read what is none of these alike. */
const NAMED: ReadonlySet<string> = new Set(["yarn_markup", "yarn_plural", "yarn_precision"]);

test("random stories say and offer what their trees do, with the marks of their words", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.noBias(fc.nat()), picks, (seed, way) => {
      const tree = yarnTree(seed);
      const source = yarnSource(tree);
      const story = importYarn(source);
      const codes = new Set(story.report.flatMap(({ code, severity }) => (severity === "info" ? [] : [code])));
      expect([...codes].filter((code) => !NAMED.has(code))).toEqual([]);
      const dialogue = playedStory(story, story.graphs[0]?.key ?? "");
      const player = new YarnTreePlayer(tree);
      const theirs: Walker = {
        start: () => tidied(player.start()),
        choose: (at) => tidied(player.choose(at)),
        get isExact() {
          return player.isExact;
        },
      };
      const seenAt = ({ text }: WalkedPage) => seen.add(text);
      expectSameWalk([theirs, new MarkedPlayer(dialogue)], way, { where: source, squeezed: tidy, seen: seenAt });
      expect(player.isExact || codes.has("yarn_precision"), source).toBe(true);
    }),
    { numRuns: rounds({ gate: 15, full: 500 }) },
  );
  expect(seen.size).toBeGreaterThan(15);
});

function tidied({ text, choices }: WalkedPage): WalkedPage {
  return { text: tidy(text), choices: choices.map(tidy) };
}
