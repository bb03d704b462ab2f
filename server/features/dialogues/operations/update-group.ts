import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { groupApi } from "../api-resources.ts";
import { groupFields } from "../schemas.ts";
import { writePart } from "../write-part.ts";

export const updateGroup = declareUpdate(
  groupApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}",
  {
    fields: groupFields,
    example: { title: "Act I: the gate" },
    write: (context, { id, graph_id }, { base_seq, ...patch }) =>
      writePart(context, graph_id, { op: "group.update", id, patch, base_seq }),
  },
);
