import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { graphContainer, groupApi } from "../api-resources.ts";

export const listGroups = declareList(
  groupApi,
  "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/groups",
  { summary: "List the groups of a dialogue", container: graphContainer, field: "groups", sortable: ["title"] },
);
