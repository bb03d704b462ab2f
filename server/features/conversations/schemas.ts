import { z } from "zod";
import { PARTICIPANT_KINDS, PARTICIPANT_STATES } from "#domain/conversation.ts";
import { CONVERSATION_STATUSES } from "#drizzle/schema/conversations.ts";
import { ID_PREFIXES } from "../../kernel/ids.ts";
import { PROBLEMS, type ProblemCode } from "../../kernel/problem-catalogue.ts";
import { idOf, singleLine, text } from "../../kernel/validation/fields.ts";
import { Erased } from "../../operation/ordinary/sealing.ts";
import { END_REASONS } from "../../operation/streams.ts";
import { conversation } from "./conversation.ts";

/** Participants of one conversation, whatever became of them. */
export const MAX_PARTICIPANTS = 500;
/** Entries of one conversation. */
export const MAX_ENTRIES = 1_000_000;
/** Characters of a message. */
const MAX_TEXT = 4_000;

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

export const participantId = () => idOf(ID_PREFIXES.conversation_participant);

/** Path parameters of what one conversation has. */
export const conversationParams = conversation.params;
export const participantParams = conversationParams.extend({
  participant_id: participantId().meta({ description: "The participant." }),
});

/** Query parameter by which whoever runs the game reads what one participant may. */
export const asParticipant = {
  participant_id: participantId().optional().meta({
    description:
      "Read as this participant: only what it heard. Without it everything; the token of a player reads as its own.",
  }),
};

const at = z.iso.datetime().meta({ description: "Time of it, UTC." });
const number = z.int().meta({
  description: "Number in the conversation, counted from 1. It only grows; not every number is for everybody.",
});

/** A participant as reads show it. */
export const Participant = z
  .object({
    id: z.string(),
    conversation_id: z.string().meta({ description: "The conversation." }),
    kind: z.enum(PARTICIPANT_KINDS).meta({ description: "A player, an npc or a game master." }),
    player_id: z.string().nullable().meta({
      description: "The player; null for none, for one who was erased, and for the tokens of others.",
    }),
    npc_id: z.string().nullable().meta({ description: "The npc; null for none." }),
    name: z.union([z.string(), Erased]).meta({ description: "Name in the conversation." }),
    state: z.enum(PARTICIPANT_STATES).meta({
      description:
        "`joined` takes part. `left` went by itself, `removed` and `banned` were sent away; the banned cannot be invited again.",
    }),
    changed_at: z.iso.datetime().meta({ description: "Time of the last change of its state, UTC." }),
  })
  .meta({ id: "ConversationParticipant" });
export type Participant = z.input<typeof Participant>;

/** A message as reads show it. */
export const ConversationMessage = z
  .object({
    number,
    conversation_id: z.string().meta({ description: "The conversation." }),
    speaker: z.string().meta({ description: "Participant who says it." }),
    listeners: z.array(z.string()).meta({ description: "Participants whom it is said to; none for all who hear it." }),
    audience: z.array(z.string()).meta({ description: "Participants who hear it, the speaker among them." }),
    whisper: z.boolean().meta({ description: "Whether it was said to some alone." }),
    text: z.union([z.string(), Erased]).nullable().meta({ description: "The words; null once they were redacted." }),
    run_id: z.string().nullable().meta({ description: "Playthrough in which it is said; null for none." }),
    answers: z
      .int()
      .nullable()
      .meta({ description: "Number of the message that an npc answers; null for all others." }),
    made_by: z
      .object({
        kind: z.enum(["model", "authored"]),
        reason: z.string().nullable().meta({
          description:
            "Reason of an authored line, as for answers of npcs; `not_there` for the greeting of one that is not there in the story of the playthrough.",
        }),
        model: z.string().nullable().meta({ description: "The model; null for none." }),
      })
      .nullable()
      .meta({ description: "Origin of an npc's answer; null for all others, and for participants." }),
    redacted_at: z.iso.datetime().nullable().meta({ description: "Time of its redaction, UTC; null for none." }),
    at,
  })
  .meta({ id: "ConversationMessage" });
export type ConversationMessage = z.input<typeof ConversationMessage>;

/** Body of a message. */
export const MessageBody = z
  .strictObject({
    text: text({ min: 1, max: MAX_TEXT }).meta({ description: "The words." }),
    client_id: singleLine({ min: 1, max: 100 }).optional().meta({
      description:
        "Your id of the message, one of this speaker in the conversation. Sent again with the same content it is answered as before.",
    }),
    speaker: participantId().optional().meta({
      description: "Participant who says it. Required; the token of a player speaks as its own.",
    }),
    listeners: z.array(participantId()).max(MAX_PARTICIPANTS).default([]).meta({
      description: "Participants whom it is said to. Npcs among them answer.",
    }),
    audience: z.array(participantId()).min(1).max(MAX_PARTICIPANTS).optional().meta({
      description: "Participants who hear it, for a whisper; everybody who has joined where it is absent.",
    }),
    run: idOf("run").optional().meta({
      description: "Playthrough in which it is said; that of the conversation where it is absent.",
    }),
  })
  .meta({ id: "ConversationMessageCreate" });
export type MessageBody = z.output<typeof MessageBody>;

/** A conversation as it is read alone, with where it stands. */
export const ConversationDetail = conversation.wire
  .extend({
    last_number: z.int().nullable().meta({ description: "Number of the last entry; null with `at_seq`." }),
    turn: z.string().nullable().meta({
      description: "Participant who has the turn in a led conversation; null for nobody, and with `at_seq`.",
    }),
    you: Participant.nullable().meta({ description: "Participant of the token of a player; null for all others." }),
  })
  .meta({ id: "ConversationDetail" });

/** Answer of an npc that is on its way: it has no number yet, and is told once. */
const OnItsWay = z.object({
  speaker: z.string().meta({ description: "The npc that speaks, a participant." }),
  answers: z.int().nullable().meta({ description: "Number of the message that it answers; null for none." }),
});

/** Message of the stream of a conversation. */
export const ConversationStreamMessage = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("ready"),
      data: z.object({
        number: z.int().meta({ description: "The entries after this number follow." }),
        head: z.int().meta({ description: "Number of the last entry when the stream began." }),
      }),
    }),
    z.object({ type: z.literal("message"), data: ConversationMessage }),
    z.object({
      type: z.literal("participant"),
      data: z.object({
        number,
        at,
        participant: Participant.meta({ description: "The participant, in its new state." }),
      }),
    }),
    z.object({
      type: z.literal("status"),
      data: z.object({ number, at, status: z.enum(CONVERSATION_STATUSES).meta({ description: "New status." }) }),
    }),
    z.object({
      type: z.literal("turn"),
      data: z.object({
        number,
        at,
        participant_id: z.string().nullable().meta({ description: "Participant who has the turn; null for nobody." }),
      }),
    }),
    z.object({
      type: z.literal("redaction"),
      data: z.object({ number, at, message: z.int().meta({ description: "Number of the redacted message." }) }),
    }),
    z
      .object({ type: z.literal("typing"), data: OnItsWay })
      .meta({ description: "An npc is about to speak. It is told once, and has no id." }),
    z
      .object({ type: z.literal("restart"), data: OnItsWay })
      .meta({ description: "What came of its words does not count: it begins anew." }),
    z
      .object({ type: z.literal("silent"), data: OnItsWay })
      .meta({ description: "It says nothing for now: what came of its words does not count." }),
    z
      .object({
        type: z.literal("text"),
        data: OnItsWay.extend({ text: z.string().meta({ description: "A piece of the words." }) }),
      })
      .meta({ description: "A piece of what an npc says, as it comes. Only the message is known to be whole." }),
    z
      .object({
        type: z.literal("reset"),
        data: z.object({
          number: z.int().meta({ description: "The entries after this number follow." }),
          reason: z.enum(["too_far", "unknown"]).meta({
            description:
              "`too_far`: more was said meanwhile than a stream tells again. `unknown`: there is no entry of that number, as after a restored backup.",
          }),
          snapshot: z.string().meta({ description: "Path at which to read what was said meanwhile." }),
        }),
      })
      .meta({ description: "What was said in between is not told: read it at `snapshot`." }),
    z.object({
      type: z.literal("end"),
      data: z.object({
        reason: z.enum(END_REASONS).meta({ description: "As in the stream of events." }),
        code: z.enum(CODES).nullable().meta({ description: "Error code that a request would receive now." }),
      }),
    }),
  ])
  .meta({
    id: "ConversationStreamMessage",
    description: "A message of the stream of a conversation. Skip kinds you do not know.",
  });
export type ConversationStreamMessage = z.input<typeof ConversationStreamMessage>;
