import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { sourceFields } from "../entities/public.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import {
  annotationFields,
  DialogueAnnotation,
  DialogueGroup,
  DialogueNode,
  graphParams,
  groupFields,
  nodeFields,
} from "./schemas.ts";
import { toAnnotation, toGroup, toNode } from "./wire.ts";

export const nodeApi = apiResource({
  resource: nodeResource,
  one: "dialogue node",
  param: "node_id",
  wire: DialogueNode,
  fields: { ...nodeFields, ...sourceFields },
  toWire: toNode,
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      text: "The gate is shut until the tide turns.",
      canvas_x: 120,
      canvas_y: 80,
    },
    edits: { updated: { text: "The gate is shut. Come back with the tide." }, moved: { canvas_x: 480 } },
    data: {
      moved: { client_id: "tab-9f3c61d0", batch_id: "0b9f6f2e-9d7c-4a52-8f0e-6c1d2a7be4c3", label: "Move a card" },
    },
  },
});

export const groupApi = apiResource({
  resource: groupResource,
  one: "group",
  param: "group_id",
  wire: DialogueGroup,
  fields: { ...groupFields, ...sourceFields },
  toWire: toGroup,
  example: {
    state: { graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb", title: "At low tide", color: "blue" },
    edits: { updated: { title: "At high tide" } },
  },
});

export const annotationApi = apiResource({
  resource: annotationResource,
  one: "note",
  param: "annotation_id",
  wire: DialogueAnnotation,
  fields: { ...annotationFields, ...sourceFields },
  toWire: toAnnotation,
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      text: "Does she know his name yet?",
      canvas_x: 40,
      canvas_y: 20,
      color: "yellow",
    },
    edits: { updated: { text: "She does not know his name yet." } },
  },
});

/** The dialogue whose groups or notes are listed. */
export const graphContainer = { resource: graphResource, param: "graph_id", params: graphParams } as const;
