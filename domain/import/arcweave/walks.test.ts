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
function imported(source: string): ImportedPlayer {
  const story = importArcweave(source);
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
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
    // All thirteen elements are walked, and the two texts of those whose words depend on something.
    expect(seen.size).toBeGreaterThanOrEqual(13);
  });
});
