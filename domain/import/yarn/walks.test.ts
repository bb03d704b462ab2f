import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { playedStory } from "../play-imported.fixture.ts";
import { expectSameWalk, ImportedPlayer, type WalkedPage, type Walker } from "../walk.fixture.ts";
import { inlineMarks } from "./marked-words.fixture.ts";
import { importYarn } from "./yarn.ts";
import { YarnTreePlayer, yarnSource, yarnTree } from "./yarn-player.fixture.ts";

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
      const ours = new ImportedPlayer(dialogue, ({ text, text_marks: marks }) => tidy(inlineMarks({ text, marks })));
      expectSameWalk([theirs, ours], way, { where: source, squeezed: tidy, seen: seenAt });
      expect(player.isExact || codes.has("yarn_precision"), source).toBe(true);
    }),
    { numRuns: rounds({ gate: 15, full: 500 }) },
  );
  expect(seen.size).toBeGreaterThan(15);
});

function tidied({ text, choices }: WalkedPage): WalkedPage {
  return { text: tidy(text), choices: choices.map(tidy) };
}
