import { z } from "zod";
import { integer, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields } from "../../record/wire.ts";
import { checkpointResource } from "./checkpoint.ts";

export const Checkpoint = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    seq: z
      .int()
      .meta({ description: "The sequence it names: pass it as `at_seq` to read the project as it was then." }),
    note: z.string(),
    released: z.boolean().meta({ description: "Whether it is released for readers: share links may play it." }),
    released_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Time of the release, UTC; null if it is not released." }),
    released_by: z.string().nullable().meta({ description: "Author of the release: `user:<id>` or `key:<id>`." }),
    ...versionFields,
  })
  .meta({ id: "Checkpoint" });

export const checkpointFields = {
  name: text({ min: 1, max: 200, singleLine: true }),
  seq: integer({ min: 0 }).meta({ description: "A sequence of the project; the present when absent." }),
  note: text({ max: 5_000 }),
};

export const checkpointApi = apiResource({
  resource: checkpointResource,
  one: "checkpoint",
  param: "checkpoint_id",
  wire: Checkpoint,
  fields: checkpointFields,
});
