import { z } from "zod";
import { text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import { playedValue, worldTime } from "../runs/public.ts";
import { type ReadingVersion, readingResource } from "./reading.ts";

export const READING_STATES = ["same", "diverged", "unplayable"] as const;

const values = z.record(z.string(), playedValue);

const ReadingStep = z
  .object({
    branch_id: z.string().nullable().meta({ description: "The branch that was taken; null for an answer." }),
    event: z.string().nullable().meta({ description: "The event that happened; null for none." }),
    variables: values.meta({ description: "Values that the host set with its answer, by id." }),
  })
  .meta({ id: "ReadingStep" });

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

/** A reading on the wire. */
export const Reading = z
  .object({
    id: z.string(),
    project_id: z.string(),
    graph_id: z.string().meta({ description: "The dialogue it begins in." }),
    name: z.string().meta({ description: "Name for authors." }),
    seed: z.int().meta({ description: "Seed of its random numbers." }),
    variables: values.meta({ description: "Values that it begins with and that are not the defaults, by id." }),
    world_time: z
      .number()
      .nullable()
      .meta({ description: "Time of the story world at the beginning; null when not given." }),
    from_node_id: z.string().nullable().meta({ description: "The node it begins at; null for the dialogue's start." }),
    steps: z.array(ReadingStep).meta({ description: "Steps, in order." }),
    lines: z.array(ReadingLine).meta({ description: "Expected lines, in order." }),
    reaches: z.array(z.string()).meta({ description: "Ids of the dialogues it came through when it was kept." }),
    kept_seq: z.int().meta({ description: "The sequence of the story that was read." }),
    ...versionFields,
  })
  .meta({ id: "Reading" });

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

export const readingFields = {
  name: text({ min: 1, max: 200, singleLine: true }).meta({ description: "Name for authors." }),
  world_time: worldTime,
};

/** A reading on the wire. */
export function toReading(version: ReadingVersion): z.input<typeof Reading> {
  const { beginning, steps, lines, reaches } = version;
  return {
    id: version.id,
    project_id: version.project_id,
    graph_id: version.graph_id,
    name: version.name,
    seed: beginning.seed ?? 1,
    variables: writable(beginning.values ?? {}),
    world_time: beginning.world_time ?? null,
    from_node_id: version.from_node_id,
    steps: steps.map((step) =>
      "choose" in step
        ? { branch_id: step.choose, event: null, variables: {} }
        : { branch_id: null, event: step.answer.event ?? null, variables: writable(step.answer.values ?? {}) },
    ),
    lines: [...lines],
    reaches: [...reaches],
    kept_seq: version.kept_seq,
    ...versionMeta(version),
  };
}

/** Values as the wire has them: what the runtime keeps may not be written to, the wire's own may. */
function writable(given: Readonly<Record<string, unknown>>): z.input<typeof values> {
  return given as z.input<typeof values>;
}

export const readingApi = apiResource({
  resource: readingResource,
  one: "reading",
  param: "reading_id",
  wire: Reading,
  fields: readingFields,
  toWire: toReading,
});
