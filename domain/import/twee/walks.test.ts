import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { expectSameWalk, ImportedPlayer } from "../walk.fixture.ts";
import { anyStory, storyIn } from "./story.arbitrary.ts";
import { importTwee } from "./twee.ts";
import { type PlayedFormat, TwinePlayer } from "./twine-player.fixture.ts";

/** Dice that fall as they are told to, in the order in which they are thrown. */
function dice(falls: readonly number[]): (outcomes: number) => number {
  let thrown = 0;
  return (outcomes) => (falls[thrown++ % falls.length] ?? 0) % outcomes;
}

/** Texts side by side: where a card ends is no matter to a reader. */
const squeezed = (text: string) => text.replace(/\s+/g, "");

function expectSame(source: string, format: PlayedFormat, picks: readonly number[], falls: readonly number[]): void {
  const story = importTwee(source);
  const warnings = story.report
    .filter(({ severity }) => severity === "warning")
    .map(({ message }) => message)
    // What waits for a time is run at once here as well, and where it leads is a link.
    .filter((message) => !/also what is set in it or behind it|leaves by itself after a time/.test(message))
    // The player keeps words before a way that is gone at once, and shows hidden words beside what shows them.
    .filter((message) => !/^The words before a way|^“\(show:\)” shows hidden words of each/.test(message))
    // So is what stands around a page, on lines of its own.
    .filter((message) => !message.startsWith("The first sign of “PassageFooter”"));
  expect(warnings, source).toEqual([]);
  const ours = new ImportedPlayer({ ...playedStory(story, story.graphs[0]?.key ?? ""), dice: dice(falls) });
  const theirs = new TwinePlayer(source, format, dice(falls));
  expectSameWalk([theirs, ours], picks, { where: `${format}\n${source}`, squeezed });
}

const picks = fc.array(fc.nat(1_000), { minLength: 10, maxLength: 10 });
const falls = fc.array(fc.nat(30), { minLength: 7, maxLength: 7 });

describe("an imported story says and offers what its format's own rules make of it", () => {
  it.each(["SugarCube", "Harlowe"] as const)("in %s, whatever the story", (format) => {
    fc.assert(
      fc.property(anyStory, picks, falls, (story, way, thrown) => {
        expectSame(storyIn(format, story), format, way, thrown);
      }),
      { numRuns: rounds({ gate: 50, full: 500 }) },
    );
  });

  it.skipIf(!hasCorpus).each([
    ["sugarcube_conditionalstatements", "SugarCube"],
    ["sugarcube_lockandkey_variable", "SugarCube"],
    ["harlowe_conditionalstatements", "Harlowe"],
    ["harlowe_turncounter", "Harlowe"],
  ] as const)("%s", (file, format) => {
    const source = corpusStory(`twee/${file}.twee`);
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }), falls, (way, thrown) => {
        expectSame(source, format, way, thrown);
      }),
      { numRuns: rounds({ gate: 25, full: 250 }) },
    );
  });
});
