import { pointerTokens } from "#domain/change/pointer.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import type { InterruptOption } from "./rows.ts";
import type { SchemaWork } from "./schema-work.ts";
import type { Action } from "./session.ts";

const COMMENT: JsonObject = { type: "string", maxLength: 5_000 };

/** The schema of an answer: one form for each action that is offered. */
export function responseSchema(options: readonly InterruptOption[]): JsonObject {
  return {
    anyOf: options.map(({ action, label, value_schema }) => ({
      title: label,
      type: "object",
      required: value_schema === null ? ["action"] : ["action", "value"],
      properties: {
        action: { const: action },
        comment: COMMENT,
        ...(value_schema !== null && { value: value_schema }),
      },
    })),
  };
}

/**
 * Refuses an answer that the question does not offer, naming the field.
 *
 * @throws ValidationProblem
 */
export async function requireFitting(
  schemas: SchemaWork,
  options: readonly InterruptOption[],
  answer: { action: Action; value?: Json | undefined },
): Promise<void> {
  const option = options.find(({ action }) => action === answer.action);
  if (option === undefined) {
    const offered = options.map(({ action }) => `"${action}"`).join(", ");
    const failure = valueError(`the question offers ${offered}`);
    throw new ValidationProblem([itemAt(["body", "action"], failure, answer.action)]);
  }
  const { value_schema } = option;
  if (value_schema === null) {
    if (answer.value === undefined) return;
    const failure = valueError(`"${answer.action}" takes no value`);
    throw new ValidationProblem([itemAt(["body", "value"], failure, answer.value)]);
  }
  if (answer.value === undefined) {
    throw new ValidationProblem([{ type: "missing", loc: ["body", "value"], msg: "Field required", input: null }]);
  }
  const issues = await schemas.issues(value_schema, answer.value);
  if (issues.length === 0) return;
  throw new ValidationProblem(
    issues.map(({ pointer, message }) =>
      itemAt(["body", "value", ...stepsOf(pointer)], valueError(message), atPointer(answer.value ?? null, pointer)),
    ),
  );
}

function stepsOf(pointer: string): (string | number)[] {
  return pointerTokens(decodeURIComponent(pointer)).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function atPointer(value: Json, pointer: string): Json {
  let at: unknown = value;
  for (const step of stepsOf(pointer)) at = (at as Record<string, unknown> | null | undefined)?.[step];
  return (at ?? null) as Json;
}
