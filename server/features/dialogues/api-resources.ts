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
});

export const groupApi = apiResource({
  resource: groupResource,
  one: "group",
  param: "group_id",
  wire: DialogueGroup,
  fields: { ...groupFields, ...sourceFields },
  toWire: toGroup,
});

export const annotationApi = apiResource({
  resource: annotationResource,
  one: "note",
  param: "annotation_id",
  wire: DialogueAnnotation,
  fields: { ...annotationFields, ...sourceFields },
  toWire: toAnnotation,
});

/** The dialogue whose groups or notes are listed. */
export const graphContainer = { resource: graphResource, param: "graph_id", params: graphParams } as const;
