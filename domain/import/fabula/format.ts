import type { ImportedBranch, ImportedEntity, ImportedGraph, ImportedNode, ImportedVariable } from "../story.ts";

export const FABULA_FORMAT = "fabula_json";
export const FABULA_VERSION = 1;

/**
 * Our own file format: the shapes of an imported story, without its report. Things are named by keys that stay the same
 * when the file is imported and exported again.
 */
export interface FabulaDocument {
  format: typeof FABULA_FORMAT;
  version: typeof FABULA_VERSION;
  name: string | null;
  graphs: ImportedGraph[];
  variables: ImportedVariable[];
  entities: ImportedEntity[];
}

export const GRAPH_FIELDS = [
  "key",
  "name",
  "description",
  "folder",
  "start_key",
  "nodes",
  "groups",
  "annotations",
  "extensions",
] as const satisfies (keyof ImportedGraph)[];

export const NODE_FIELDS = [
  "key",
  "kind",
  "title",
  "text",
  "text_marks",
  "tags",
  "status",
  "final_text",
  "speaker_key",
  "speaker_label",
  "group_key",
  "canvas_x",
  "canvas_y",
  "conditions",
  "on_enter_effects",
  "branches",
  "exit_to",
  "properties",
  "extensions",
] as const satisfies (keyof ImportedNode)[];

export const BRANCH_FIELDS = [
  "key",
  "kind",
  "target_key",
  "target_graph_key",
  "choice_text",
  "text_marks",
  "conditions",
  "effects",
  "when_unavailable",
  "repeat",
  "repeat_scope",
  "repeat_limit",
  "unwind",
  "weight",
  "opened_by",
  "status",
  "final_text",
  "extensions",
] as const satisfies (keyof ImportedBranch)[];
