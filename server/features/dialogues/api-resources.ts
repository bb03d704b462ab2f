import { z } from "zod";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { sourceFields } from "../entities/public.ts";
import { annotation, group, nodeResource } from "./resources.ts";
import { DialogueGraph, DialogueNode, nodeFields } from "./schemas.ts";
import { toNode } from "./wire.ts";

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

/** A dialogue with everything in it. */
export const Dialogue = z
  .object({
    ...DialogueGraph.shape,
    nodes: z.array(DialogueNode),
    groups: z.array(group.wire),
    annotations: z.array(annotation.wire),
  })
  .meta({ id: "Dialogue" });
