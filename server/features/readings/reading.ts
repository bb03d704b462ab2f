import { z } from "zod";
import type { Reading } from "#domain/runtime/reading.ts";
import { readingFields, readingVersions } from "#drizzle/schema/readings.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxBytes, maxEntries } from "../../record/limits.ts";
import type { Version } from "../../record/resource.ts";
import { MAX_LINES_BYTES, MAX_STEPS } from "./limits.ts";
import { ReadingLine, ReadingStep, values } from "./schemas.ts";

export type ReadingState = StateOf<typeof readingFields>;
export type ReadingVersion = Version<ReadingState>;

/** A playthrough that is kept, to be played again and compared. */
export const reading = recorded({
  type: "reading",
  plural: "readings",
  path: "/v1/projects/{project_id}/game-narrative/readings",
  table: readingVersions,
  fields: readingFields,
  wire: ({ graph_id, name, from_node_id, kept_seq }) => ({
    graph_id,
    name,
    seed: z.int().meta({ description: "Seed of its random numbers." }),
    variables: values.meta({ description: "Values that it begins with and that are not the defaults, by id." }),
    world_time: z
      .number()
      .nullable()
      .meta({ description: "Time of the story world at the beginning; null when not given." }),
    from_node_id,
    steps: z.array(ReadingStep).meta({ description: "Steps, in order." }),
    lines: z.array(ReadingLine).meta({ description: "Expected lines, in order." }),
    reaches: z.array(z.string()).meta({ description: "Ids of the dialogues it came through when it was kept." }),
    kept_seq,
  }),
  toWire: ({ beginning, graph_id, name, from_node_id, steps, lines, reaches, kept_seq }) => ({
    graph_id,
    name,
    seed: beginning.seed ?? 1,
    variables: writable(beginning.values ?? {}),
    world_time: beginning.world_time ?? null,
    from_node_id,
    steps: steps.map((step) =>
      "choose" in step
        ? { branch_id: step.choose, event: null, variables: {} }
        : { branch_id: null, event: step.answer.event ?? null, variables: writable(step.answer.values ?? {}) },
    ),
    lines: [...lines],
    reaches: [...reaches],
    kept_seq,
  }),
  events: { kept: { meaning: "The lines read now were stored as the expected result." } },
  limits: [maxEntries("steps", MAX_STEPS), maxBytes("lines", MAX_LINES_BYTES)],
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      name: "The honest way in",
      beginning: { seed: 7, values: {} },
      steps: [{ choose: "br_01k9hq3ynp5s0w9d3zx7ja4hfq" }],
      lines: [],
      reaches: ["dlg_01k9hq3xg1r7m4k2vn5te8y6cb"],
      kept_seq: 118,
    },
    edits: { updated: { name: "The honest way through the gate" }, kept: { kept_seq: 131 } },
  },
});

export const readingResource = reading.resource;

/** A reading as the runtime plays it. */
export function toPlayed({ beginning, from_node_id, steps }: ReadingState): Reading {
  return { beginning, from: from_node_id, actions: steps };
}

/** Values as the wire has them: what the runtime keeps may not be written to, the wire's own may. */
function writable(given: Readonly<Record<string, unknown>>): z.input<typeof values> {
  return given as z.input<typeof values>;
}
