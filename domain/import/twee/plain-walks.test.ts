import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { playedStory } from "../play-imported.fixture.ts";
import { expectSameWalk, ImportedPlayer } from "../walk.fixture.ts";
import { ChapbookPlayer, SnowmanPlayer } from "./plain-player.fixture.ts";
import { chapbook, pages, snowman } from "./plain-story.arbitrary.ts";
import { importTwee } from "./twee.ts";

const picks = fc.array(fc.nat(1_000), { minLength: 10, maxLength: 10 });

test.each([
  ["Chapbook", chapbook, ChapbookPlayer],
  ["Snowman", snowman, SnowmanPlayer],
] as const)("a story of %s says and offers what its format's own rules make of it", (_, write, Player) => {
  fc.assert(
    fc.property(pages, picks, (drawn, way) => {
      const source = write(drawn);
      const story = importTwee(source);
      expect(
        story.report.filter(({ severity }) => severity === "warning"),
        source,
      ).toEqual([]);
      const ours = new ImportedPlayer(playedStory(story, story.graphs[0]?.key ?? ""));
      const squeezed = (text: string) => text.replace(/\s+/g, "");
      expectSameWalk([new Player(source), ours], way, { where: source, squeezed });
    }),
    { numRuns: rounds({ gate: 37, full: 370 }) },
  );
});
