import type { SchemaIssue } from "../../operation/json-schema/json-schema.ts";

/** Mistake in an answer, at a JSON pointer. */
export type AnswerIssue = SchemaIssue;
