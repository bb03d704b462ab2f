import { z } from "zod";
import { type ToldDraft, unfoundQuotes } from "#domain/bible/extract/told-draft.ts";
import { singleLine, text } from "../../../kernel/validation/fields.ts";
import { data, generator, recordPart } from "../../generation/public.ts";
import { placesOf, ReadingBrief } from "./brief.ts";
import { completeReading } from "./complete.ts";
import { landReading } from "./land.ts";

/** Proposals of each kind that one reading makes, and quotes of one. */
const MOST = 60;
const MOST_QUOTES = 5;
/** Mistakes that a model is told of. */
const TOLD = 20;

const evidence = z
  .array(
    z.object({
      at: text({ min: 1, max: 100 }).meta({ description: "Name of the place, as it stands before its words." }),
      quote: text({ min: 1, max: 300 }).meta({ description: "Words of that place, copied exactly." }),
    }),
  )
  .min(1)
  .max(MOST_QUOTES)
  .meta({ description: "Places that say so." });

const name = (description: string) => singleLine({ min: 1, max: 200 }).meta({ description });
const type = (description: string) => singleLine({ min: 1, max: 100 }).meta({ description });

/** Answer of a model that reads: what the text tells, each with the words that say so. */
export const ReadingAnswer = z.object({
  entities: z
    .array(
      z.object({
        name: name("Its name, as the text has it."),
        type: type("What it is: character, location, faction, item or event."),
        description: text({ max: 2_000 }).meta({ description: "What the text says it is; empty for nothing." }),
        evidence,
      }),
    )
    .max(MOST),
  relationships: z
    .array(
      z.object({
        source: name("Name of the one it begins with."),
        type: type("What the one is to the other, such as owes."),
        target: name("Name of the other."),
        evidence,
      }),
    )
    .max(MOST),
  facts: z
    .array(
      z.object({
        text: text({ min: 1, max: 2_000 }).meta({ description: "One statement in a sentence." }),
        about: z.array(name("Name of one it is about.")).max(10),
        evidence,
      }),
    )
    .max(MOST),
});

/** Reading of notes or dialogues by a model: proposals for the bible, each with words that stand where they are quoted from. */
export const readingGenerator = generator({
  kind: "bible_reading",
  path: "/v1/projects/{project_id}/story-bible/generate",
  brief: ReadingBrief,
  query: "text",
  complete: completeReading,
  prompt: (brief, context) => {
    const places = placesOf(brief)
      .filter(({ words }) => words.trim() !== "")
      .map(
        ({ at, speaker, words }) => `[${at}] ${speaker === null ? "" : `${speaker}: `}${words.replace(/\s+/gu, " ")}`,
      );
    return {
      task: "You read a text of a story world, and say which characters, places, groups, items and events it names, what they are to each other, and what it states of them. Say nothing that the text does not say. Each thing has a quote: words copied exactly from one place of the text, with the name of the place that stands in brackets before its words.",
      parts: [
        recordPart(context),
        data("text", "the text to read, a place a line, as [name of the place] words", places.join("\n")),
      ],
    };
  },
  answer: ReadingAnswer,
  rules: (draft, brief) => {
    const unfound = unfoundQuotes(draft, placesOf(brief));
    // What has no proof is left out; where nothing has any the text was not read.
    if (unfound.length < countQuotes(draft)) return [];
    return unfound
      .slice(0, TOLD)
      .map(({ pointer }) => ({ pointer, message: "these words do not stand at that place" }));
  },
  // Proposals wait for a person, whatever was written meanwhile.
  continuity: async () => [],
  land: landReading,
});

function countQuotes({ entities, relationships, facts }: ToldDraft): number {
  return [...entities, ...relationships, ...facts].reduce((sum, each) => sum + each.evidence.length, 0);
}
