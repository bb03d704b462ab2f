import { z } from "zod";
import { flag, idOf, integer } from "../../kernel/validation/fields.ts";
import { participantId } from "./schemas.ts";

/** Body of a recap. */
export const RecapBody = z
  .strictObject({
    participant_id: participantId().optional().meta({
      description:
        "Recap what this participant heard; everything without it. The token of a player recaps what its own did.",
    }),
    after_number: integer({ min: 0 }).default(0).meta({ description: "Only what was said behind this number." }),
    provider: z
      .union([z.enum(["auto", "extraction"]), idOf("byok")])
      .default("auto")
      .meta({
        description:
          "`auto` uses the project's model key and extracts lines where that fails; `extraction` calls no model; or a provider key. With the token of a player lines are extracted.",
      }),
    remember: flag().default(false).meta({
      description:
        "Whether the npc that `participant_id` names remembers what others stated aloud, as its policy says, in the playthrough of the conversation.",
    }),
  })
  .meta({ id: "ConversationRecapAsk" });
export type RecapBody = z.output<typeof RecapBody>;

/** Recap of a conversation. */
export const Recap = z
  .object({
    conversation_id: z.string().meta({ description: "The conversation." }),
    text: z.string().meta({ description: "The recap: a model's, or the lines that say most, with who said them." }),
    messages: z.int().meta({ description: "Number of messages that it is of, at most the last 500." }),
    from_number: z.int().nullable().meta({ description: "Number of the first of them; null for none." }),
    to_number: z.int().nullable().meta({ description: "Number of the last of them; null for none." }),
    lines: z
      .array(
        z.object({
          number: z.int().meta({ description: "Number of the message." }),
          speaker: z.string().meta({ description: "Participant who said it." }),
          text: z.string().meta({ description: "The words." }),
        }),
      )
      .meta({ description: "The lines that say most, in their order. They are the same for the same messages." }),
    memories: z
      .array(
        z.object({
          text: z.string().meta({ description: "The memory, a sentence." }),
          fact_id: z.string().nullable().meta({
            description: "The fact of the playthrough that keeps it; null for a proposal, of which nothing is kept.",
          }),
        }),
      )
      .meta({ description: "What the npc remembers of it; none unless `remember` asks for it." }),
    made_by: z
      .object({
        kind: z.enum(["model", "extraction"]).meta({ description: "`extraction` for lines that were said." }),
        reason: z
          .enum(["no_provider", "provider_off", "nothing_said", "deadline", "refused", "failed", "unusable", "budget"])
          .nullable()
          .meta({ description: "Reason of an extraction; null for a model's recap." }),
        model: z.string().nullable().meta({ description: "The model; null for none." }),
      })
      .meta({ description: "Origin of the text." }),
  })
  .meta({ id: "ConversationRecap" });
export type Recap = z.input<typeof Recap>;
