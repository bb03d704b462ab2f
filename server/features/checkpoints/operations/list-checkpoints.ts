import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { checkpointApi, checkpointFields } from "../schemas.ts";

export const listCheckpoints = declareList(checkpointApi, "/v1/projects/{project_id}/checkpoints", {
  field: "checkpoints",
  filters: { name: checkpointFields.name },
  sortable: ["name", "seq"],
});
