import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { waiverApi } from "../schemas.ts";

export const deleteWaiver = declareDelete(waiverApi, "/v1/projects/{project_id}/game-narrative/waivers/{waiver_id}", {
  summary: "Stop ignoring a problem",
});
