import { z } from "zod";
import { idOf } from "../../../kernel/validation/fields.ts";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { commentApi } from "../schemas.ts";

export const listComments = declareList(commentApi, "/v1/projects/{project_id}/game-narrative/comments", {
  field: "comments",
  description: "Comments on deleted nodes are included.",
  filters: {
    graph_id: idOf("dlg").meta({ description: "Only comments in this dialogue." }),
    node_id: idOf("node").meta({ description: "Only comments about this node." }),
    parent_id: idOf("cmt").meta({ description: "Only answers to this comment." }),
    resolved: z.boolean().meta({ description: "Only comments that are settled, or that are not." }),
  },
  sortable: ["node_id"],
});
