import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { factApi } from "../show-facts.ts";

export const deleteFact = declareDelete(factApi, "/v1/projects/{project_id}/facts/{fact_id}", {
  description: "Facts that it superseded are valid again until it is restored.",
});
