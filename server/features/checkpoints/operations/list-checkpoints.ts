import { z } from "zod";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { checkpointApi, checkpointFields } from "../schemas.ts";

export const listCheckpoints = declareList(checkpointApi, "/v1/projects/{project_id}/checkpoints", {
  field: "checkpoints",
  filters: {
    name: checkpointFields.name,
    released: z.boolean().meta({ description: "Only moments that are released, or that are not." }),
  },
  sortable: ["name", "seq"],
});
