import type { JsonObject } from "#domain/json.ts";
import { answersVersion, minimalVersion } from "./answer-fields.ts";
import { isBatch, withoutSubjects } from "./batch.ts";
import type { Answer } from "./idempotency.ts";
import type { Operation } from "./operation.ts";

/** Whether the answer of a write can leave out what was written, with `Prefer: return=minimal`. */
export function canBeMinimal(operation: Operation): boolean {
  return isBatch(operation) || answersVersion(operation);
}

/** The answer of a write without what it wrote, and the header that says so. */
export function minimalAnswer(operation: Operation, answer: Answer): Answer {
  const headers = { ...answer.headers, "preference-applied": "return=minimal" };
  const body = isBatch(operation)
    ? withoutSubjects(answer.body as { omitted: number })
    : minimalVersion(answer.body as JsonObject);
  return { ...answer, headers, body };
}
