import { z } from "zod";
import { playedValue } from "../runs/public.ts";

export const READING_STATES = ["same", "diverged", "unplayable"] as const;

/** Values of variables, by their ids. */
export const values = z.record(z.string(), playedValue);

/** A step of a reading on the wire. */
export const ReadingStep = z
  .object({
    branch_id: z.string().nullable().meta({ description: "The branch that was taken; null for an answer." }),
    event: z.string().nullable().meta({ description: "The event that happened; null for none." }),
    variables: values.meta({ description: "Values that the host set with its answer, by id." }),
  })
  .meta({ id: "ReadingStep" });

/** A line that was read, on the wire. */
export const ReadingLine = z
  .object({
    kind: z.enum(["said", "told", "chosen", "halt"]).meta({
      description: "A line, a message to the game, a taken choice, or the end of the reading.",
    }),
    step: z.int().meta({ description: "Number of steps before the line; 0 at the beginning." }),
    graph_id: z.string().nullable().meta({ description: "The dialogue it is read in." }),
    node_id: z.string().nullable().meta({ description: "The node it is read at." }),
    branch_id: z.string().nullable().meta({ description: "The branch that was taken; null for the other kinds." }),
    text: z.string().meta({
      description:
        "Its text. For a halt its status: `open` if it continues, otherwise the reason of the end, such as `ending`, or `leaves` with the id of a dialogue.",
    }),
    speaker_id: z.string().nullable(),
    speaker_label: z.string().nullable(),
  })
  .meta({ id: "ReadingLine" });

const UNPLAYABLE = ["not_offered", "closed", "not_awaited", "over", "too_long", "start_gone", "dialogue_gone"] as const;

/** Result of a reading in the story of a sequence. */
export const ReadingCheck = z
  .object({
    reading_id: z.string(),
    graph_id: z.string().meta({ description: "The dialogue it begins in." }),
    name: z.string().meta({ description: "Name for authors." }),
    kept_seq: z.int().meta({ description: "The sequence of the story that was read when it was kept." }),
    state: z.enum(READING_STATES).meta({
      description: "`same`: all lines are equal. `diverged`: a line differs. `unplayable`: a step is not possible.",
    }),
    step: z
      .int()
      .nullable()
      .meta({ description: "First different or impossible step, counted from the start; null for `same`." }),
    reason: z.enum(UNPLAYABLE).nullable().meta({
      description:
        "Reason why it cannot be played: its next branch is not offered or unavailable, its answer is not awaited, the playthrough has ended, playing it takes too much work, or its start was deleted. Null if it can be played.",
    }),
    kept: ReadingLine.nullable().meta({ description: "The first line that differs, as it was; null for none." }),
    now: ReadingLine.nullable().meta({ description: "Line read now; null for none." }),
  })
  .meta({ id: "ReadingCheck" });
