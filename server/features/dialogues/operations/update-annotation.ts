import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { annotationApi } from "../api-resources.ts";
import { annotationFields } from "../schemas.ts";
import { writePart } from "../write-part.ts";

export const updateAnnotation = declareUpdate(
  annotationApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}",
  {
    fields: annotationFields,
    example: { text: "Play this very slowly." },
    write: (context, { id, graph_id }, { base_seq, ...patch }) =>
      writePart(context, graph_id, { op: "annotation.update", id, patch, base_seq }),
  },
);
