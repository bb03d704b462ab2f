import { z } from "zod";
import { idOf } from "../../kernel/validation/fields.ts";
import { answerAt } from "./clerk-answer.ts";
import { DEMO_MESSAGES } from "./limits.ts";
import type { KeptSession } from "./sessions.ts";
import { CLERK, MOMENTS, SUGGESTIONS } from "./world.ts";

const sessionId = { description: "The conversation." };

export const sessionScope = z.object({ session_id: idOf("demo").meta(sessionId) });

const momentName = z
  .enum(["before_the_flood", "after_the_flood"])
  .meta({ description: "A moment of the demo's world." });
const worldSeq = z.int().meta({ description: "The sequence of the demo's world that the moment is." });

const DemoFact = z
  .object({
    id: z.string(),
    seq: z.int().meta({ description: "The sequence that made it true." }),
    text: z.string().meta({ description: "The fact as the world's record has it." }),
    known_since: z.int().meta({ description: "The sequence since which the clerk knows it." }),
    known_from: z.string().meta({ description: "Source of the clerk's knowledge." }),
  })
  .meta({ id: "DemoFact", description: "Fact that supports an answer." });

const DemoAnswer = z
  .object({
    moment: momentName,
    at_seq: worldSeq,
    text: z.string().meta({ description: "Answer of the clerk." }),
    sentences: z
      .array(
        z.object({
          text: z.string(),
          fact_ids: z.array(z.string()).meta({ description: "Facts in the sentence." }),
        }),
      )
      .meta({
        description:
          "The same, sentence by sentence, each with the facts it says; none where it says that there is none.",
      }),
    facts: z.array(DemoFact).meta({ description: "The facts that were used." }),
    withheld: z.int().meta({
      description: "Number of relevant facts that the clerk does not know at that moment. They are not shown.",
    }),
  })
  .meta({
    id: "DemoAnswer",
    description: "Answer at one moment, made without a model from the facts that the clerk knows then.",
  });

export const DemoMessage = z
  .object({
    number: z.int().meta({ description: "The first question of a conversation is 1." }),
    text: z.string().meta({ description: "The question." }),
    asked_at: z.iso.datetime().meta({ description: "Time of the question." }),
    provider: z.literal("builtin").meta({ description: "Provider of the answer: Fabula itself, without a model." }),
    answers: z.array(DemoAnswer).meta({ description: "One for each moment of the world, the earlier first." }),
  })
  .meta({ id: "DemoMessage", description: "A question to the clerk, answered at every moment." });

export const DemoSession = z
  .object({
    session_id: z.string().meta(sessionId),
    messages_left: z.int().meta({ description: "Questions that can still be asked." }),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().meta({ description: "When the conversation is over; it is forgotten then." }),
    character: z
      .object({
        name: z.string(),
        role: z.string(),
        greeting: z.string().meta({ description: "Greeting." }),
      })
      .meta({ description: "Character of the conversation." }),
    moments: z
      .array(
        z.object({
          name: momentName,
          at_seq: worldSeq,
          label: z.string().meta({ description: "Display name." }),
        }),
      )
      .meta({ description: "The moments at which every question is answered." }),
    suggestions: z.array(z.string()).meta({ description: "Questions that lead somewhere." }),
    messages: z.array(DemoMessage).meta({ description: "Questions asked so far." }),
  })
  .meta({ id: "DemoSession", description: "A conversation with the clerk." });

/** Message as a reader of the interface gets it. */
export type ShownMessage = z.output<typeof DemoMessage>;
export type ShownSession = z.output<typeof DemoSession>;

/** A conversation as the interface shows it. Answers are made anew: the same question always has the same. */
export function toDemoSession(session: KeptSession): z.input<typeof DemoSession> {
  return {
    session_id: session.session_id,
    messages_left: DEMO_MESSAGES - session.questions.length,
    created_at: session.created_at,
    expires_at: session.expires_at,
    character: { name: CLERK.name, role: CLERK.role, greeting: CLERK.greeting },
    moments: MOMENTS.map((moment) => ({ ...moment })),
    suggestions: [...SUGGESTIONS],
    messages: session.questions.map((_, index) => toDemoMessage(session, index)),
  };
}

/** The question at a place of a conversation, with its answers. */
export function toDemoMessage({ questions }: KeptSession, index: number): z.input<typeof DemoMessage> {
  const question = questions[index];
  if (question === undefined) throw new Error("a conversation has no such question");
  const answers = MOMENTS.map((moment) => {
    const { sentences, facts, ...answer } = answerAt(question.text, moment);
    return {
      ...answer,
      sentences: sentences.map(({ text, fact_ids }) => ({ text, fact_ids: [...fact_ids] })),
      facts: [...facts],
    };
  });
  return { number: index + 1, text: question.text, asked_at: question.at, provider: "builtin", answers };
}
