import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { suggestionApi } from "../schemas.ts";

export const getSuggestion = declareGet(suggestionApi, "/v1/projects/{project_id}/suggestions/{suggestion_id}");
