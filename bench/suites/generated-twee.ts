import fc from "fast-check";
import { chapbook, pages, snowman } from "#domain/import/twee/plain-story.arbitrary.ts";
import { anyStory, storyIn, withoutDice } from "#domain/import/twee/story.arbitrary.ts";

const sure = anyStory.map(withoutDice);
/** The container of their own that made-up stories of SugarCube have, as its script defines it. */
const GLOW =
  ':: Script [script]\nMacro.add("glow", { tags: [], handler() { jQuery(this.output).wiki(this.payload[0].contents); } });';
const FORMATS: readonly fc.Arbitrary<string>[] = [
  sure.map((story) => `${storyIn("SugarCube", story)}\n\n${GLOW}`),
  sure.map((story) => storyIn("Harlowe", story)),
  pages.map(chapbook),
  pages.map(snowman),
];

/** Makes up stories of each format, the same ones for the same seed; in none of them are dice thrown. */
export function generatedTwee(count: number, seed: number): { name: string; source: string }[] {
  return FORMATS.flatMap((format) =>
    fc.sample(format, { numRuns: count, seed }).map((source, at) => ({ name: `story ${at}`, source })),
  );
}
