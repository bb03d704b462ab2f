import { NEW_LINE } from "../dialogue/line-status.ts";
import { VARIABLE_DEFAULTS } from "../dialogue/wire.ts";
import type { PlayNode, PlayVariable } from "../runtime/story.ts";
import type { ExportedDialogue } from "./exported.ts";

/** A dialogue of nodes as they are played, as an export reads it; titles are ids. */
export function exported(
  nodes: readonly PlayNode[],
  variables: readonly PlayVariable[] = [],
  more: Partial<ExportedDialogue["nodes"][number]> = {},
): ExportedDialogue {
  return {
    graph: {
      id: "dlg_1",
      name: "The Gate",
      description: "",
      start_node_id: nodes[0]?.id ?? null,
      extensions: {},
      source: null,
    },
    nodes: nodes.map((node) => ({
      title: node.id,
      text_marks: [],
      tags: [],
      speaker_id: null,
      speaker_label: null,
      group_id: null,
      canvas_x: 0,
      canvas_y: 0,
      properties: {},
      extensions: {},
      source: null,
      ...NEW_LINE,
      ...node,
      ...more,
    })),
    groups: [],
    annotations: [],
    variables: variables.map((each) => ({
      ...VARIABLE_DEFAULTS,
      description: "",
      ...each,
      enum_values: [...each.enum_values],
      scope: each.scope ?? "playthrough",
      min: each.min ?? null,
      max: each.max ?? null,
    })),
    entities: [
      { id: "ent_mara", external_id: "mara", type: "character", name: "Mara", properties: {}, parent_id: null },
    ],
  };
}
