import { z } from "zod";
import { PROBLEMS, type ProblemCode } from "../../kernel/problem-catalogue.ts";
import { END_REASONS } from "../../operation/streams.ts";
import { PresentPerson } from "../presence/public.ts";
import { Event } from "./schemas.ts";

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

/** Message of an event stream. */
export const StreamMessage = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("ready"),
      data: z.object({
        seq: z.int().meta({ description: "The events after this sequence follow." }),
        head: z.int().meta({ description: "Last sequence of the record when the stream began." }),
      }),
    }),
    z.object({ type: z.literal("event"), data: Event }),
    z
      .object({
        type: z.literal("presence"),
        data: z.object({ people: z.array(PresentPerson) }),
      })
      .meta({
        description:
          "All members present, whenever that changes. Sent to members only: publishable keys are in the hands of players.",
      }),
    z.object({
      type: z.literal("end"),
      data: z.object({
        reason: z.enum(END_REASONS).meta({
          description:
            "`access_lost`: the key or session may not read this any more. `too_slow`: messages were left lying for half a minute. `going_away`: this process stops, another one takes over. `unavailable`: the record cannot be read right now.",
        }),
        code: z.enum(CODES).nullable().meta({ description: "Error code that a request would receive now." }),
      }),
    }),
  ])
  .meta({ id: "StreamMessage", description: "A message of the stream of events. Skip kinds you do not know." });
export type StreamMessage = z.input<typeof StreamMessage>;
