import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { factApi } from "../show-facts.ts";

export const restoreFact = declareRestore(factApi, "/v1/projects/{project_id}/facts/{fact_id}/restore");
