import { z } from "zod";
import { checkpointVersions } from "#drizzle/schema/checkpoints.ts";
import { resource, type Versioned } from "../../record/resource.ts";

/** State of a checkpoint as the record keeps it. */
const CheckpointState = z.object({
  name: z.string(),
  seq: z.number(),
  note: z.string().default(""),
});
export type CheckpointVersion = Versioned<z.output<typeof CheckpointState>>;

/** A moment of the project that people gave a name, to look back at it or restore from it. */
export const checkpointResource = resource({
  type: "checkpoint",
  prefix: "ckp",
  table: checkpointVersions,
  state: CheckpointState,
});
