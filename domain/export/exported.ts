import type { DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode, Variable } from "../dialogue/wire.ts";
import type { JsonObject } from "../json.ts";

/** An entity as far as an export needs it. */
export interface ExportedEntity {
  id: string;
  external_id: string;
  type: string;
  name: string;
  properties: JsonObject;
  parent_id: string | null;
}

/** A dialogue with all an export may need, in wire shapes. Nodes, groups and annotations are in order of creation. */
export interface ExportedDialogue {
  graph: Pick<DialogueGraph, "id" | "name" | "description" | "start_node_id" | "extensions" | "source"> &
    Partial<Pick<DialogueGraph, "folder">>;
  nodes: readonly Omit<DialogueNode, "project_id" | "graph_id" | keyof Timestamps>[];
  groups: readonly Pick<DialogueGroup, "id" | "title" | "color">[];
  annotations: readonly Omit<DialogueAnnotation, "graph_id">[];
  /** Variables of the project; those the dialogue uses are exported. */
  variables: readonly Variable[];
  /** Entities of the project, at least those the dialogue uses and their ancestors. */
  entities: readonly ExportedEntity[];
}

interface Timestamps {
  created_at: unknown;
  updated_at: unknown;
  valid_from_seq: unknown;
  valid_to_seq: unknown;
}

export type ExportedNode = ExportedDialogue["nodes"][number];
