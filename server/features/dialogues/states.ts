import { z } from "zod";
import type { StoredNodeLists } from "#domain/dialogue/keyed.ts";
import { LINE_STATUSES } from "#domain/dialogue/line-status.ts";
import { type ExitTo, NODE_KINDS } from "#domain/dialogue/wire.ts";
import type { JsonObject } from "#domain/json.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import type { annotationFields, groupFields } from "#drizzle/schema/dialogues.ts";
import type { StateOf } from "../../kernel/field.ts";
import type { Version } from "../../record/resource.ts";
import { sourceState } from "../entities/public.ts";

/** State of a dialogue graph as the record keeps it; its nodes are subjects of their own. */
export const GraphState = z.object({
  external_id: z.string().nullable().default(null),
  name: z.string(),
  description: z.string().default(""),
  folder: z.string().default(""),
  start_node_id: z.string().nullable().default(null),
  extensions: z.custom<JsonObject>().default({}),
  ...sourceState,
});
export type GraphState = z.output<typeof GraphState>;
export type GraphVersion = Version<GraphState>;

/** State of a node. Lists that people edit side by side are stored as maps by id with an order key. */
export const NodeState = z.object({
  graph_id: z.string(),
  kind: z.enum(NODE_KINDS).default("line"),
  title: z.string().nullable().default(null),
  text: z.string().default(""),
  text_marks: z.custom<TextMark[]>().default([]),
  speaker_id: z.string().nullable().default(null),
  speaker_label: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  status: z.enum(LINE_STATUSES).default("draft"),
  final_text: z.string().nullable().default(null),
  group_id: z.string().nullable().default(null),
  canvas_x: z.number().nullable().default(null),
  canvas_y: z.number().nullable().default(null),
  conditions: z.custom<StoredNodeLists["conditions"]>().default({}),
  on_enter_effects: z.custom<StoredNodeLists["on_enter_effects"]>().default({}),
  branches: z.custom<StoredNodeLists["branches"]>().default({}),
  exit_to: z.custom<ExitTo | null>().default(null),
  properties: z.custom<JsonObject>().default({}),
  extensions: z.custom<JsonObject>().default({}),
  ...sourceState,
});
export type NodeState = z.output<typeof NodeState>;
export type NodeVersion = Version<NodeState>;

export type GroupVersion = Version<StateOf<typeof groupFields>>;
export type AnnotationVersion = Version<StateOf<typeof annotationFields>>;
