import { z } from "zod";
import { SEVERITIES } from "#domain/problems/problem.ts";
import { MEASURES } from "#domain/prose/measures.ts";
import { idOf, languageTag, singleLine, text } from "../../kernel/validation/fields.ts";

/** Characters of one text, and words that are looked for. */
export const LONGEST = 200_000;
const MOST_BANNED = 200;

/** Text that is scored: one that is sent, or the words of a dialogue or a chapter. */
export const Scored = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("text"),
        text: text({ min: 1, max: LONGEST }).meta({ description: "The text." }),
      })
      .meta({ id: "ScoredText" }),
    z
      .strictObject({
        kind: z.literal("dialogue"),
        graph_id: idOf("dlg").meta({
          description: "The dialogue, whose nodes are read in order of creation; of a long one the beginning.",
        }),
      })
      .meta({ id: "ScoredDialogue" }),
    z
      .strictObject({
        kind: z.literal("chapter"),
        chapter_id: idOf("chp").meta({
          description: "The chapter, whose prose is read in order; of a long one the beginning.",
        }),
      })
      .meta({ id: "ScoredChapter" }),
  ])
  .meta({ id: "Scored" });

/** Fields of a request beside what is scored. */
export const scoringFields = {
  language: languageTag().default("en").meta({ description: "Language of the text, by its tag of BCP 47." }),
  banned_words: z
    .array(singleLine({ min: 1, max: 100 }))
    .max(MOST_BANNED)
    .default([])
    .meta({ description: "Words and phrases that ought not to occur, in any case." }),
};

const Span = z
  .object({
    start: z.int().meta({
      description: "Where it begins, in UTF-16 code units of the text, or of the words of the node or the passage.",
    }),
    end: z.int().meta({ description: "Where it ends: behind its last code unit." }),
    node_id: z.string().nullable().meta({ description: "The node of the dialogue; null in other texts." }),
    passage_id: z.string().nullable().meta({ description: "The passage of the chapter; null in other texts." }),
  })
  .meta({ id: "ScoreSpan" });

const spans = z.array(Span).meta({ description: "Parts of the text that it comes from, at most 20." });

const Range = z
  .object({
    texts: z.int().meta({ description: "Number of dialogues that have the measure." }),
    low: z.number().meta({ description: "Tenth percentile of them." }),
    median: z.number().meta({ description: "Median of them." }),
    high: z.number().meta({ description: "Ninetieth percentile of them." }),
  })
  .meta({ id: "ScoreRange" });

const Metric = z
  .object({
    name: z.enum(MEASURES).meta({ description: "Name of the measure; the guide has its formula." }),
    value: z.number().nullable().meta({ description: "The measure; null where it says nothing, for `reason`." }),
    reason: z.enum(["too_short", "unsupported_language", "no_repetition"]).nullable().meta({
      description:
        "Reason for no value: the text is too short, readability is for English alone, or no word is repeated; null with a value.",
    }),
    spans,
    range: Range.nullable().meta({
      description: "Range of the measure among dialogues of the project; null with fewer than five of them.",
    }),
    standing: z.enum(["below", "within", "above"]).nullable().meta({
      description: "Standing of the value in that range; null without one of the two.",
    }),
  })
  .meta({ id: "ScoreMetric" });

const StyleFinding = z
  .object({
    style_word_id: z.string().meta({ description: "The entry of the project’s list." }),
    word: z.string().meta({ description: "The word or phrase that occurs." }),
    use: z.enum(["banned", "preferred"]).meta({
      description: "Whether it is banned, or stands in place of a preferred word.",
    }),
    instead: z.array(z.string()).meta({ description: "Words to take in its place; none where the list has none." }),
    note: z.string().meta({ description: "Reason, from the list." }),
    spans,
  })
  .meta({ id: "ScoreStyleFinding" });

const UnknownName = z
  .object({ name: z.string().meta({ description: "The name, as it is first written." }), spans })
  .meta({ id: "ScoreUnknownName" });

const Canon = z
  .object({
    violations: z
      .array(
        z
          .object({
            id: z.string().meta({ description: "The violation." }),
            rule_name: z.string().meta({ description: "Name of the rule that is broken." }),
            severity: z.enum(SEVERITIES).meta({ description: "Severity of the rule." }),
            message: z.string().meta({ description: "What contradicts what, in a sentence." }),
            node_ids: z.array(z.string()).meta({
              description: "Nodes of the dialogue that take part in it, themselves or by a fact that they tell.",
            }),
            passage_ids: z.array(z.string()).meta({
              description: "Passages of the chapter that take part in it, themselves or by a fact that they tell.",
            }),
          })
          .meta({ id: "ScoreViolation" }),
      )
      .meta({ description: "Violations that nobody ignores, newest first, at most 50." }),
    checked_to_seq: z.int().nullable().meta({
      description:
        "Sequence up to which the canon was checked; null with `at_seq`, where it is checked for the answer.",
    }),
    complete: z.boolean().meta({
      description: "Whether these are all: not where there are more than 50, or more to check than one read does.",
    }),
  })
  .meta({ id: "ScoreCanon" });

/** Score of a text. */
export const Score = z
  .object({
    formula_version: z.int().meta({ description: "Version of the formulas: equal versions have equal numbers." }),
    language: z.string().meta({ description: "Language that the text was read in." }),
    characters: z.int().meta({ description: "Number of code points." }),
    words: z.int().meta({ description: "Number of words." }),
    sentences: z.int().meta({ description: "Number of sentences." }),
    reading_seconds: z.int().meta({ description: "Time to read it silently, at 260 words a minute." }),
    speaking_seconds: z.int().meta({ description: "Time to read it aloud, at 183 words a minute." }),
    metrics: z.array(Metric).meta({ description: "Measures. There is no sum of them: readability is not quality." }),
    banned: z
      .array(
        z.object({ word: z.string().meta({ description: "The word or phrase." }), spans }).meta({ id: "ScoreBanned" }),
      )
      .meta({ description: "Banned words that occur, in the order of the request." }),
    style: z.array(StyleFinding).meta({ description: "What the project’s list of style is against, in its order." }),
    unknown_names: z.array(UnknownName).nullable().meta({
      description:
        "Names that no entity has, at most 50; null in languages that do not tell names by capitals, such as German.",
    }),
    has_judge: z.boolean().meta({
      description: "Whether a provider key is stored now, so that a model can judge the text.",
    }),
    canon: Canon.nullable().meta({
      description:
        "Violations of the canon that lines of the dialogue or passages of the chapter take part in; null for a text that was sent.",
    }),
  })
  .meta({ id: "Score" });
