import { z } from "zod";
import { idOf, integer, singleLine, text } from "../../../kernel/validation/fields.ts";
import { lastMessages } from "../../../operation/followed-call.ts";
import { TakenAction } from "./taken-action.ts";

/** Turns of a conversation that a request may repeat. */
const MAX_HISTORY = 40;

/** Entities that can hear a talk. */
const MAX_PRESENT = 20;

/** Emotions that an answer can have. */
export const EMOTIONS = [
  "neutral",
  "joy",
  "trust",
  "fear",
  "surprise",
  "sadness",
  "disgust",
  "anger",
  "anticipation",
] as const;

/** Reasons for which an authored line was said in place of a model's. */
export const AUTHORED_REASONS = [
  "no_provider",
  "provider_off",
  "deadline",
  "refused",
  "failed",
  "unusable",
  "budget",
  "units",
  "content",
] as const;
export type AuthoredReason = (typeof AUTHORED_REASONS)[number];

/** Body of something that is said to an npc. */
export const TalkBody = z
  .strictObject({
    text: text({ min: 1, max: 4_000 }).meta({ description: "What is said to it." }),
    run: idOf("run").optional().meta({
      description:
        "Playthrough in which it is said: the npc knows what it was told there, and the story of its sequence.",
    }),
    at_seq: integer({ min: 0 }).optional().meta({
      description:
        "Talk to it as the project was at this sequence; the present when absent, and with `run` the sequence that it plays.",
    }),
    player_id: text({ min: 1, max: 255, singleLine: true }).optional().meta({
      description:
        "Player who speaks: an id, or an external_id of yours. The npc knows what it was told of the player, and says nothing that the player does not want. The token of a player speaks for its own.",
    }),
    speaker_id: idOf("ent").optional().meta({
      description:
        "Entity that speaks to it; the avatar of the player where it is absent. The token of a player speaks as its own.",
    }),
    present: z.array(idOf("ent")).max(MAX_PRESENT).default([]).meta({
      description: "Entities that hear what is said, by both.",
    }),
    history: z
      .array(
        z.strictObject({
          by: z.enum(["player", "npc"]).meta({ description: "Who said it." }),
          name: singleLine({ min: 1, max: 200 }).optional().meta({
            description: "Name of whoever said it; that of the speaker, or of the npc, where it is absent.",
          }),
          text: text({ min: 1, max: 4_000 }).meta({ description: "What was said." }),
        }),
      )
      .max(MAX_HISTORY)
      .default([])
      .meta({
        description: "What was said before, the oldest first. Nothing of a conversation is kept between requests.",
      }),
    provider: z
      .union([z.enum(["auto", "authored"]), idOf("byok")])
      .default("auto")
      .meta({
        description:
          "`auto` uses the project's model key and answers with an authored line where that fails; `authored` calls no model; or a provider key.",
      }),
    deadline_ms: integer({ min: 250, max: 30_000, default: 4_000 }).meta({
      description: "Milliseconds until an authored line is said in place of the model's.",
    }),
  })
  .meta({ id: "NpcTalk" });
export type TalkBody = z.output<typeof TalkBody>;

/** Answer of an npc. */
export const NpcAnswer = z
  .object({
    npc_id: z.string().meta({ description: "The npc." }),
    entity_id: z.string().meta({ description: "The character that speaks." }),
    seq: z.int().meta({ description: "Sequence of the record that it knows." }),
    run: z
      .object({ id: z.string(), step: z.int().meta({ description: "Step of the playthrough behind the answer." }) })
      .nullable()
      .meta({ description: "Playthrough in which it was said; null for none." }),
    talk: z
      .object({
        node_id: z.string().meta({ description: "The card." }),
        opened: z
          .array(z.string())
          .meta({ description: "Branches that the talk has come to, in order: any of them goes on." }),
      })
      .nullable()
      .meta({
        description:
          "Card of the kind `talk` with this npc at which the playthrough stands; null for none. What came up for it is kept in the playthrough whatever the npc remembers.",
      }),
    text: z.string().meta({ description: "What it says." }),
    emotion: z
      .enum(EMOTIONS)
      .nullable()
      .meta({ description: "Emotion in which it is said; null for an authored line." }),
    actions: z.array(TakenAction).meta({
      description:
        "Actions that it takes, of those that it declares and whose conditions hold; none with an authored line. The game carries them out.",
    }),
    used_facts: z
      .array(z.string())
      .meta({ description: "Facts that the answer is made of. It may know each of them." }),
    used_lines: z.array(z.string()).meta({ description: "Lines of dialogues that were said word for word." }),
    withheld: z.int().meta({ description: "Number of items withheld from it at this sequence, whatever was asked." }),
    memories: z
      .array(
        z.object({
          text: z.string().meta({ description: "The memory, a sentence." }),
          fact_id: z.string().nullable().meta({
            description: "The fact of the playthrough that keeps it; null for a proposal, of which nothing is kept.",
          }),
        }),
      )
      .meta({ description: "What it remembers of what it was told." }),
    made_by: z
      .object({
        kind: z.enum(["model", "authored"]).meta({
          description:
            "`authored` for a greeting, a line or facts that writers wrote: it is the same for the same question.",
        }),
        reason: z.enum(AUTHORED_REASONS).nullable().meta({
          description:
            "Reason of an authored line: the project has no provider key (`no_provider`), the request asked for it (`provider_off`), the model took too long (`deadline`), would not answer (`refused`), could not be reached (`failed`), answered nonsense (`unusable`), the key's budget is spent (`budget`), the units of the player, or those of the project for the day, are (`units`), or it said what the player does not want (`content`); null for a model's.",
        }),
        model: z.string().nullable().meta({ description: "Model that answered; null for an authored line." }),
        usage: z
          .object({
            input_tokens: z.int().meta({ description: "Tokens of what the model read." }),
            output_tokens: z.int().meta({ description: "Tokens of what it wrote." }),
            estimated: z
              .boolean()
              .meta({ description: "Whether the provider did not say, and they were counted here." }),
          })
          .nullable()
          .meta({ description: "Tokens that were used, also by a call that came to nothing; null for none." }),
      })
      .meta({ description: "Origin of the answer." }),
    receipt_id: z.string().nullable().meta({
      description: "Receipt of the context, by which it can be read again; null for the token of a player.",
    }),
  })
  .meta({ id: "NpcAnswer" });
export type NpcAnswer = z.input<typeof NpcAnswer>;

/** Message to whoever follows an answer. */
export const NpcMessage = z
  .discriminatedUnion("type", [
    z
      .object({
        type: z.literal("begin"),
        data: z.object({ npc_id: z.string().meta({ description: "The npc." }), seq: z.int() }),
      })
      .meta({ description: "The npc is there and thinks." }),
    z
      .object({ type: z.literal("text"), data: z.object({ text: z.string() }) })
      .meta({ description: "A piece of what it says, as it comes. Only the answer is known to be whole." }),
    z
      .object({ type: z.literal("restart"), data: z.object({ reason: z.enum(AUTHORED_REASONS) }) })
      .meta({ description: "The pieces so far do not count: another line is said instead." }),
    ...lastMessages(NpcAnswer),
  ])
  .meta({ id: "NpcMessage", description: "A message while an npc answers. Skip kinds you do not know." });
