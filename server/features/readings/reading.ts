import { z } from "zod";
import type { RunAction } from "#domain/runtime/log.ts";
import type { Reading, ReadingLine } from "#domain/runtime/reading.ts";
import type { Beginning } from "#domain/runtime/state.ts";
import { readingVersions } from "#drizzle/schema/readings.ts";
import { maxBytes, maxEntries } from "../../record/limits.ts";
import { resource, type Version } from "../../record/resource.ts";
import { MAX_LINES_BYTES, MAX_STEPS } from "./limits.ts";

/** State of a reading as the record keeps it. */
const ReadingState = z.object({
  graph_id: z.string(),
  name: z.string(),
  beginning: z.custom<Beginning>(),
  from_node_id: z.string().nullable().default(null),
  steps: z.custom<readonly RunAction[]>(),
  /** Lines read when the reading was kept; a check expects the same lines. */
  lines: z.custom<readonly ReadingLine[]>(),
  /** The dialogues it came through. */
  reaches: z.custom<readonly string[]>(),
  /** The sequence of the story that was read. */
  kept_seq: z.number(),
});
export type ReadingState = z.output<typeof ReadingState>;
export type ReadingVersion = Version<ReadingState>;

/** A playthrough that is kept, to be played again and compared. It names its dialogue without holding on to it. */
export const readingResource = resource({
  type: "reading",
  prefix: "rdg",
  table: readingVersions,
  state: ReadingState,
  mentions: { graph_id: "dialogue", from_node_id: "dialogue_node" },
  events: { kept: { meaning: "The lines read now were stored as the expected result." } },
  limits: [maxEntries("steps", MAX_STEPS), maxBytes("lines", MAX_LINES_BYTES)],
});

/** A reading as the runtime plays it. */
export function toPlayed({ beginning, from_node_id, steps }: ReadingState): Reading {
  return { beginning, from: from_node_id, actions: steps };
}
