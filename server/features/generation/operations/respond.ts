import { z } from "zod";
import { ACTIONS } from "#drizzle/schema/generation.ts";
import { jsonValue } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { answerInterrupt, checkAnswer, Reply } from "../answer-interrupt.ts";
import { ofSession, sessionParams } from "../schemas.ts";

export const respond = projectWrite({
  method: "POST",
  path: "/v1/sessions/{session_id}/respond",
  scope: "generate",
  summary: "Answer a session's question",
  description:
    "Answers the question of a session that is `awaiting_human`. The `options` of its interrupt define the possible answers and their `value`. After `approve`, `edit`, `choose`, `provide` and `retry` the session continues; `reject` with a `comment` makes another draft, three times at most, and without one ends the session; `cancel` ends it. A repeated answer returns the first result.",
  params: sessionParams,
  projectOf: ofSession,
  body: z.strictObject({
    action: z.enum(ACTIONS),
    value: jsonValue
      .optional()
      .meta({ description: "Value of the action, as defined by `value_schema` of its option." }),
    comment: text({ max: 5_000 })
      .optional()
      .meta({ description: "Reason, used for the next draft and shown in the trace." }),
    interrupt_id: idOf("int").optional().meta({
      description: "The question that is answered; the open one when absent. One that is not open any more is a 409.",
    }),
  }),
  output: Reply,
  alone: true,
  errors: ["not_found", "session_not_waiting"],
  example: { action: "approve" },
  prepare: ({ params, body }, services, caller, asker) =>
    checkAnswer(services, { caller, asker }, params as typeof params & { project_id: string }, body),
  handle: (context, { params, body }, checked) => answerInterrupt(context, params.session_id, body, checked),
});
