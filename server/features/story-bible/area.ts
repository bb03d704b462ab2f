import { area } from "../../operation/area.ts";
import { bibleEntry } from "./bible-entry.ts";
import { extraction } from "./extraction.ts";
import { acceptExtraction } from "./operations/accept-extraction.ts";
import { compareStoryBibles } from "./operations/compare-story-bibles.ts";
import { exportStoryBible } from "./operations/export-story-bible.ts";
import { extractBible } from "./operations/extract-bible.ts";
import { getStoryBible } from "./operations/get-story-bible.ts";
import { previewExtraction } from "./operations/preview-extraction.ts";
import { rejectExtraction } from "./operations/reject-extraction.ts";
import { readChapterJob } from "./read-chapter-job.ts";
import { readingGenerator } from "./reading/generator.ts";

export const storyBible = area({
  tag: "storyBible",
  resources: [bibleEntry, extraction],
  generators: [readingGenerator],
  jobs: [readChapterJob],
  words: {
    bible_entry: ["change of the bible", "changes of the bible"],
    bible_extraction: ["reading of notes", "readings of notes"],
  },
  operations: {
    get: getStoryBible,
    export: exportStoryBible,
    compare: compareStoryBibles,
    extract: extractBible,
    generate: readingGenerator.generate({
      summary: "Read notes or dialogues with a model",
      description:
        "Starts a generation session in which a model reads notes or dialogues and proposes entities, relationships and facts. Each proposal quotes words that stand where they are quoted from; what has no such words is left out. The proposals are an extraction that waits for an answer: its id is in `bible_extraction_ids` of the result. Needs a provider key; [reading by rules](/docs/reference/story-bible#storyBible_extract) needs none.",
      example: { text: "Odo keeps the salt gate. He owes Ines a lamp." },
    }),
    listExtractions: extraction.list(),
    getExtraction: extraction.get(),
    preview: previewExtraction,
    accept: acceptExtraction,
    reject: rejectExtraction,
    createEntry: bibleEntry.create({
      description:
        "Changes a line, an item or a section of the bible: other words, a place at the beginning, or nothing of it. The record that it is made of stays as it is. A line has one change at most.",
      example: { key: "section:style", text: "Short sentences. The sea is never blue." },
    }),
    listEntries: bibleEntry.list(),
    getEntry: bibleEntry.get(),
    updateEntry: bibleEntry.update({ example: { pin: 1 } }),
    deleteEntry: bibleEntry.delete({ description: "The line has the words and the place of the record again." }),
    restoreEntry: bibleEntry.restore(),
  },
});
