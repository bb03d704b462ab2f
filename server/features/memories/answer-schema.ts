import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { finiteNumber, singleLine, text } from "../../kernel/validation/fields.ts";
import type { DraftResult } from "../generation/public.ts";

/** Facts that one memory may be taken apart into. */
export const MAX_FACTS = 50;

const entityId = z.string().regex(/^ent_[0-9a-z]{26}$/, "ids look like ent_…");

const Draft = z.object({
  facts: z
    .array(
      z.object({
        text: text({ min: 1, max: 2_000 }),
        subject_id: entityId.nullable(),
        predicate: singleLine({ min: 1, max: 100 }).nullable(),
        object_id: entityId.nullable(),
        confidence: finiteNumber({ min: 0, max: 1 }),
      }),
    )
    .max(MAX_FACTS),
});
export type MemoryDraft = z.output<typeof Draft>;

/** The JSON schema of an answer, and of what a person makes of it. */
export const ANSWER_SCHEMA: JsonObject = {
  type: "object",
  required: ["facts"],
  additionalProperties: false,
  properties: {
    facts: {
      type: "array",
      maxItems: MAX_FACTS,
      items: {
        type: "object",
        required: ["text", "subject_id", "predicate", "object_id", "confidence"],
        additionalProperties: false,
        properties: {
          text: { type: "string", minLength: 1, maxLength: 2_000, description: "One thing that holds, in a sentence." },
          subject_id: { type: ["string", "null"], description: "Id of the entity it is about; null for the world." },
          predicate: { type: ["string", "null"], description: "A verb such as `owes`; null where none fits." },
          object_id: { type: ["string", "null"], description: "Id of the entity the predicate leads to." },
          confidence: { type: "number", minimum: 0, maximum: 1, description: "How sure the text makes it." },
        },
      },
    },
  },
};

/** Reads an answer as facts, and returns everything that is wrong with it otherwise. */
export function readFacts(value: Json): DraftResult<JsonObject> {
  const parsed = Draft.safeParse(value);
  if (parsed.success) return { draft: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    pointer: path.map((step) => `/${String(step)}`).join(""),
    message,
  }));
  return { issues };
}
