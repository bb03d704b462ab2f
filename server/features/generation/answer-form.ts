import { z } from "zod";
import { escapeToken } from "#domain/change/pointer.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { AnswerIssue } from "./answer-issue.ts";
import type { SchemaWork } from "./schema-work.ts";

/** A draft, or what is wrong with the answer it was to be read from. */
export type DraftResult<Draft = JsonObject> = { readonly draft: Draft } | { readonly issues: readonly AnswerIssue[] };

/** Form of an answer: its JSON schema, null for plain text, and how it is read. */
export interface AnswerForm<Draft = JsonObject> {
  readonly schema: JsonObject | null;
  /** Reads the JSON value, or the text where there is no schema, and says everything that is wrong with it. */
  read(value: Json, schemas: SchemaWork): DraftResult<Draft> | Promise<DraftResult<Draft>>;
}

/** Returns the forms of answers of a schema, each with rules that say what is wrong with an answer beyond it. */
export function answerForms<Draft>(
  schema: z.ZodType<Draft>,
): (rules: (draft: Draft) => readonly AnswerIssue[]) => AnswerForm<Draft> {
  const jsonSchema = answerSchema(schema);
  return (rules) => ({
    schema: jsonSchema,
    read: (value) => {
      const parsed = schema.safeParse(value);
      if (!parsed.success) return { issues: parsed.error.issues.map(toIssue) };
      const issues = rules(parsed.data);
      return issues.length > 0 ? { issues } : { draft: parsed.data };
    },
  });
}

/** Returns the JSON schema of an answer, which has every field: what has a default elsewhere is said here as well. */
function answerSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "output",
    target: "draft-2020-12",
    override: ({ jsonSchema }) => {
      delete jsonSchema.default;
    },
  });
  return made as JsonObject;
}

function toIssue({ path, message }: z.core.$ZodIssue): AnswerIssue {
  return { pointer: path.map((step) => `/${escapeToken(String(step))}`).join(""), message };
}
