import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";
import { publicOperation } from "../../../operation/operation.ts";
import { DEMO_BODY_BYTES, DEMO_MESSAGES, DEMO_TEXT, DEMO_VISITS } from "../limits.ts";
import { DemoMessage, sessionScope, toDemoMessage } from "../schemas.ts";
import { addQuestion } from "../sessions.ts";

export const sendMessage = publicOperation({
  method: "POST",
  path: "/v1/demo/sessions/{session_id}/messages",
  summary: "Ask the clerk",
  description:
    "Asks a question and answers it twice: as the clerk knew the world before the flood, and after it. Each answer names the facts it " +
    "used, and how many she was never told. Answers are made without a model: the same question has the same answer. The sixth question " +
    "of a conversation is refused with `demo_message_limit`.",
  params: sessionScope,
  body: z.strictObject({
    text: text({ min: 1, max: DEMO_TEXT, pattern: /\S/u }).meta({ description: "The question." }),
  }),
  output: DemoMessage.extend({
    messages_left: z.int().meta({ description: "Questions that can still be asked." }),
  }),
  status: 201,
  errors: ["demo_message_limit"],
  bodyLimit: DEMO_BODY_BYTES,
  visits: DEMO_VISITS,
  example: { text: "Who has the keys to the sluice?" },
  handle: async ({ db, clock }, { params, body }) => {
    const session = await addQuestion(db, params.session_id, body.text, clock.now());
    const asked = session.questions.length;
    return { ...toDemoMessage(session, asked - 1), messages_left: DEMO_MESSAGES - asked };
  },
});
