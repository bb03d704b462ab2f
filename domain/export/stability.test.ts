import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { importInk } from "../import/ink/ink.ts";
import type { ImportedStory, ReportItem } from "../import/story.ts";
import { importTwee } from "../import/twee/twee.ts";
import { importYarn } from "../import/yarn/yarn.ts";
import { jsonEqual } from "../json.ts";
import { randomStory } from "../runtime/story.arbitrary.ts";
import { exported } from "./exported.fixture.ts";
import type { ExportedDialogue } from "./exported.ts";
import { exportInk } from "./ink.ts";
import { persist } from "./persist.fixture.ts";
import { exportTwee3 } from "./twee3.ts";
import { exportYarn } from "./yarn.ts";

type Exporter = (dialogue: ExportedDialogue) => { content: string; report: ReportItem[] };
type Importer = (content: string) => ImportedStory;

const FORMATS: readonly (readonly [string, Exporter, Importer])[] = [
  ["ink", exportInk, importInk],
  ["Yarn", exportYarn, importYarn],
  ["Twee", exportTwee3, importTwee],
];

/** Dialogue that a file holds, as an export reads it. */
function back(content: string, read: Importer): ExportedDialogue {
  const [dialogue] = persist(read(content));
  if (dialogue === undefined) throw new Error("no dialogue came back");
  return dialogue;
}

/**
 * Lines of a file in one order: cards are written in the order in which a story comes to them, and stand where that puts
 * them. A knot with a label in front is named after both.
 */
const linesOf = (content: string) =>
  content
    .replace(/(?:_entered)+/g, "_entered")
    .split("\n")
    .filter((line) => !/^\s*$|^\/\/|^position:/.test(line))
    .sort();

test.each(FORMATS)("a dialogue that is written as %s and read again comes to rest", (_, write, read) => {
  fc.assert(
    fc.property(randomStory, ({ nodes, variables }) => {
      // What the format has no words for is gone after the first time; what nothing comes to, or is one card, after the next ones.
      let content = write(exported([...nodes], [...variables])).content;
      let again = write(back(content, read)).content;
      for (let time = 0; time < 4 && !jsonEqual(linesOf(again), linesOf(content)); time += 1) {
        content = again;
        again = write(back(content, read)).content;
      }
      expect([content, linesOf(again)]).toEqual([content, linesOf(content)]);
    }),
    { numRuns: rounds({ gate: 20, full: 500 }), endOnFailure: true },
  );
});
