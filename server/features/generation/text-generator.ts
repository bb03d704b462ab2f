import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { sketchText } from "#domain/sketch/text-sketch.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { freeObject, idOf, text } from "../../kernel/validation/fields.ts";
import type { AnswerForm, DraftResult } from "./answer-form.ts";
import { generator } from "./declare-generator.ts";
import { recordPart, request } from "./prompt.ts";

const MAX_TEXT = 100_000;

const TextBrief = z.object({
  prompt: text({ min: 1, max: 20_000 }).meta({ description: "Description of the text to write." }),
  schema: freeObject({ maxBytes: 32 * 1024 })
    .optional()
    .meta({ description: "A JSON schema (2020-12) that the answer must have; without it the answer is text." }),
  subject_ids: z
    .array(idOf("ent"))
    .max(50)
    .default([])
    .meta({ description: "Entities that it is about, whether or not the prompt names them." }),
});

/** Generator of a text, or of JSON by a schema that the caller sends, from the facts of the project. */
export const textGenerator = generator({
  kind: "text",
  path: "/v1/projects/{project_id}/generate",
  brief: TextBrief,
  query: "prompt",
  subjects: ["subject_ids"],
  prompt: ({ prompt }, context) => ({
    task: "You write for a story world. Contradict nothing that is recorded of it, and do not make up what the record would have to say.",
    parts: [recordPart(context), request(prompt)],
  }),
  answer: ({ schema }): AnswerForm => (schema === undefined ? { schema: null, read: readText } : jsonForm(schema)),
  check: async ({ schema }, schemas) => {
    if (schema === undefined) return;
    const mistake = await schemas.mistake(schema);
    if (mistake !== null) throw invalidValue(["body", "schema"], mistake, schema);
  },
  sketch: async ({ prompt, schema }, { sections }, seed, schemas): Promise<JsonObject | null> => {
    const facts = sections.flatMap(({ items }) => items.map(({ id, text: said }) => ({ id, text: said })));
    const sentences = sketchText({ prompt, facts, seed });
    const texts = sentences.map((each) => each.text);
    if (schema !== undefined) return schemas.fill(schema, texts);
    return { text: texts.join(" "), sentences: sentences.map((each) => ({ ...each })) };
  },
});

function jsonForm(schema: JsonObject): AnswerForm {
  return {
    schema,
    read: async (value, schemas) => {
      const issues = await schemas.issues(schema, value);
      return issues.length > 0 ? { issues } : { draft: { value } };
    },
  };
}

function readText(value: Json): DraftResult {
  if (typeof value !== "string" || value.trim() === "") {
    return { issues: [{ pointer: "", message: "The answer is empty." }] };
  }
  if (value.length > MAX_TEXT) return { issues: [{ pointer: "", message: `A text may have ${MAX_TEXT} characters.` }] };
  return { draft: { text: value } };
}
