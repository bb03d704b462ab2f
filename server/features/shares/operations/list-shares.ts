import { idOf } from "../../../kernel/validation/fields.ts";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { shareApi } from "../schemas.ts";

export const listShares = declareList(shareApi, "/v1/projects/{project_id}/shares", {
  field: "shares",
  description: "Share links without their tokens. Revoked and expired links stay in the list.",
  filters: { graph_id: idOf("dlg").meta({ description: "Only links that play this dialogue." }) },
  sortable: ["name"],
});
