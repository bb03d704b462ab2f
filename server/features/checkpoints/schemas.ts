import { z } from "zod";
import { idOf, integer, text } from "../../kernel/validation/fields.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import type { CheckpointVersion } from "./checkpoint.ts";

export const Checkpoint = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    seq: z
      .int()
      .meta({ description: "The sequence it names: pass it as `at_seq` to read the project as it was then." }),
    note: z.string(),
    ...versionFields,
  })
  .meta({ id: "Checkpoint" });

export const projectScope = z.object({ project_id: idOf("prj") });
export const checkpointParams = z.object({ project_id: idOf("prj"), checkpoint_id: idOf("ckp") });

export const checkpointFields = {
  name: text({ min: 1, max: 200, singleLine: true }),
  seq: integer({ min: 0 }).meta({ description: "A sequence of the project; the present when absent." }),
  note: text({ max: 5_000 }),
};

/** A checkpoint on the wire. */
export function toCheckpoint(version: CheckpointVersion): z.input<typeof Checkpoint> {
  return {
    id: version.id,
    project_id: version.project_id,
    name: version.name,
    seq: version.seq,
    note: version.note,
    ...versionMeta(version),
  };
}
