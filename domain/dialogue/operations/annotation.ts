import { UNSOURCED } from "../states.ts";
import { deletion, restoration } from "./part.ts";
import { changed, earlier, fields, isUsed, part, patched, type Rows, whole } from "./row.ts";

/** The operations on an annotation. */
export const annotationRows: Rows<
  "annotation.create" | "annotation.update" | "annotation.delete" | "annotation.restore"
> = {
  "annotation.create": {
    touches: ({ annotation }) => whole(annotation.id),
    needs: () => [],
    makes: ({ annotation }) => [annotation.id],
    apply: (states, { annotation: { id, ...said } }) =>
      new Map(isUsed(states, id) ? [] : [[id, { ...said, graph_id: states.graphId, ...UNSOURCED }]]),
    inverse: (states, { annotation: { id } }) => (isUsed(states, id) ? [] : [{ op: "annotation.delete", id }]),
  },
  "annotation.update": {
    touches: ({ id, patch }) => fields(id, patch),
    needs: ({ id }) => [{ id, kind: "annotation", field: null }],
    makes: () => [],
    apply: (states, { id, patch }) => {
      const annotation = part(states, "annotation", id);
      return changed(id, annotation, annotation && patched(annotation, patch));
    },
    inverse: (states, { op, id, patch }) => {
      const annotation = part(states, "annotation", id);
      return annotation === null ? [] : [{ op, id, patch: earlier(annotation, patch) }];
    },
  },
  "annotation.delete": deletion("annotation"),
  "annotation.restore": restoration("annotation"),
};
