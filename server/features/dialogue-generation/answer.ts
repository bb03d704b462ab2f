import { z } from "zod";
import { text } from "../../kernel/validation/fields.ts";

/** Cards a draft may have; more than was asked for is no mistake. */
const MAX_CARDS = 200;

const whole = (max: number) =>
  text({ max }).refine(
    (words) => words.isWellFormed() && !words.includes("\u0000"),
    "the text holds broken characters",
  );
const line = (max: number) => text({ min: 1, max, singleLine: true }).refine((words) => words.isWellFormed());
const key = line(100);

/** Dialogue that a model answers with, before it has ids. */
export const DialogueAnswer = z.object({
  title: line(200).meta({ description: "Name of the dialogue." }),
  entry: line(1_000).meta({ description: "The choice of the player that leads into it." }),
  start: key.meta({ description: "Key of the first card." }),
  cards: z
    .array(
      z.object({
        key: key.meta({ description: "A name for the card, used nowhere else." }),
        kind: z.enum(["line", "end"]).meta({ description: "`end` is an ending, which has no choices." }),
        speaker_id: z
          .string()
          .nullable()
          .meta({ description: "Id of who speaks, of the cast; null for the narrator." }),
        title: line(200).meta({ description: "A few words." }),
        text: whole(20_000).min(1).meta({ description: "Text of the line." }),
        choices: z
          .array(
            z.object({
              text: whole(2_000).meta({ description: "Text of the choice." }),
              to: key.meta({ description: "Key of the card it leads to." }),
            }),
          )
          .max(50),
        fact_ids: z.array(line(100)).max(100).default([]).meta({ description: "Ids of the facts it uses." }),
      }),
    )
    .min(1)
    .max(MAX_CARDS),
});
