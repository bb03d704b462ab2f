import { z } from "zod";
import { jsonValue } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { answerInterrupt, Reply } from "../answer-interrupt.ts";
import { ofSession, sessionParams } from "../schemas.ts";
import { ACTIONS } from "../session.ts";

export const respond = projectWrite({
  method: "POST",
  path: "/v1/sessions/{session_id}/respond",
  scope: "generate",
  summary: "Answer a session's question",
  description:
    "Answers what a session asks while it is `awaiting_human`. `options` of its interrupt say what can be answered and what `value` must be. After `approve`, `edit`, `choose`, `provide` and `retry` it goes on behind the question; `reject` makes another draft with the `comment`, three times at most, or ends it without one; `cancel` ends it. The same answer sent again is answered as at first.",
  params: sessionParams,
  projectOf: ofSession,
  body: z.strictObject({
    action: z.enum(ACTIONS),
    value: jsonValue.optional().meta({ description: "What the action takes, as `value_schema` of its option says." }),
    comment: text({ max: 5_000 })
      .optional()
      .meta({ description: "Why, for the next draft and for whoever looks later." }),
    interrupt_id: idOf("int").optional().meta({
      description: "The question that is answered; the open one when absent. One that is not open any more is a 409.",
    }),
  }),
  output: Reply,
  alone: true,
  errors: ["not_found", "session_not_waiting"],
  example: { action: "approve" },
  handle: (context, { params, body }) => answerInterrupt(context, params.session_id, body),
});
