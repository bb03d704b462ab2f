import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { type DialogueDraft, draftIssues } from "#domain/sketch/dialogue-draft.ts";
import { text } from "../../kernel/validation/fields.ts";
import type { DraftResult } from "../generation/public.ts";
import type { DialogueBrief } from "./brief.ts";

/** Cards a draft may have; more than was asked for is no mistake. */
const MAX_CARDS = 200;

const whole = (max: number) =>
  text({ max }).refine(
    (words) => words.isWellFormed() && !words.includes("\u0000"),
    "the text holds broken characters",
  );
const line = (max: number) => text({ min: 1, max, singleLine: true }).refine((words) => words.isWellFormed());
const key = line(100);

const Draft = z.object({
  title: line(200),
  entry: line(1_000),
  start: key,
  cards: z
    .array(
      z.object({
        key,
        kind: z.enum(["line", "end"]),
        speaker_id: z.string().nullable(),
        title: line(200),
        text: whole(20_000).min(1),
        choices: z.array(z.object({ text: whole(2_000), to: key })).max(50),
        fact_ids: z.array(line(100)).max(100).default([]),
      }),
    )
    .min(1)
    .max(MAX_CARDS),
});

/** The JSON schema a model's answer must have. */
export const ANSWER_SCHEMA: JsonObject = {
  type: "object",
  required: ["title", "entry", "start", "cards"],
  additionalProperties: false,
  properties: {
    title: { type: "string", description: "Name of the dialogue." },
    entry: { type: "string", description: "The choice of the player that leads into it." },
    start: { type: "string", description: "Key of the first card." },
    cards: {
      type: "array",
      items: {
        type: "object",
        required: ["key", "kind", "speaker_id", "title", "text", "choices", "fact_ids"],
        additionalProperties: false,
        properties: {
          key: { type: "string", description: "A name for the card, used nowhere else." },
          kind: { enum: ["line", "end"], description: "`end` is an ending, which has no choices." },
          speaker_id: {
            type: ["string", "null"],
            description: "Id of who speaks, of the cast; null for the narrator.",
          },
          title: { type: "string", description: "A few words." },
          text: { type: "string", description: "Text of the line." },
          choices: {
            type: "array",
            items: {
              type: "object",
              required: ["text", "to"],
              additionalProperties: false,
              properties: {
                text: { type: "string", description: "Text of the choice." },
                to: { type: "string", description: "Key of the card it leads to." },
              },
            },
          },
          fact_ids: { type: "array", items: { type: "string" }, description: "Ids of the facts it uses." },
        },
      },
    },
  },
};

/** Reads an answer as a draft, and says everything that keeps it from being offered. */
export function readDraft(value: Json, { cast }: DialogueBrief): DraftResult<JsonObject> {
  const parsed = Draft.safeParse(value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ pointer: pointerOf(path), message }));
    return { issues };
  }
  const draft: DialogueDraft = parsed.data;
  const issues = draftIssues(draft, cast);
  return issues.length > 0 ? { issues } : { draft: parsed.data };
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step)}`).join("");
}
