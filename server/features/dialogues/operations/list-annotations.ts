import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { annotationApi, graphContainer } from "../api-resources.ts";

export const listAnnotations = declareList(
  annotationApi,
  "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/annotations",
  { summary: "List the notes of a dialogue", container: graphContainer, field: "annotations", sortable: [] },
);
