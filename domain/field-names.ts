import { pointerTokens } from "./change/pointer.ts";

/** Display names of the fields of recorded resources, by the last token of their pointer. */
const NAMES: Readonly<Record<string, string>> = {
  name: "Name",
  title: "Title",
  text: "Text",
  text_marks: "Emphasis",
  kind: "Kind",
  description: "Description",
  folder: "Folder",
  speaker_id: "Speaker",
  speaker_label: "Shown name",
  tags: "Tags",
  status: "Status",
  final_text: "Final words",
  group_id: "Group",
  canvas_x: "Position",
  canvas_y: "Position",
  width: "Size",
  height: "Size",
  conditions: "Condition",
  on_enter_effects: "Effect",
  effects: "Effect",
  branches: "Choice",
  choice_text: "Choice text",
  target_node_id: "Where it leads",
  target_graph_id: "Where it leads",
  when_unavailable: "When unavailable",
  repeat: "Repeats",
  repeat_scope: "Repeats",
  repeat_limit: "Repeats",
  unwind: "Ends detours",
  weight: "Weight",
  opened_by: "Opened by talking",
  order: "Order",
  exit_to: "Where it leads",
  start_node_id: "Start",
  extensions: "Other tools' data",
  color: "Colour",
  type: "Type",
  default: "Default",
  enum_values: "Values",
  scope: "Kept for",
  min: "Least",
  max: "Greatest",
  properties: "Properties",
  parent_id: "Place",
  external_id: "External id",
  note: "Note",
};

const ID = /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$/;

/**
 * Returns the display name of the field at a JSON Pointer: the innermost known name, and a list's own name for one of
 * its entries.
 */
export function fieldName(pointer: string): string {
  const tokens = pointerTokens(pointer);
  for (const token of tokens.toReversed()) {
    if (ID.test(token)) continue;
    const name = Object.hasOwn(NAMES, token) ? NAMES[token] : undefined;
    if (name !== undefined) return name;
  }
  const first = tokens[0]?.replaceAll("_", " ") ?? "";
  return first.charAt(0).toUpperCase() + first.slice(1);
}

/** The branch a pointer into a node lies in, or null. */
export function branchOf(pointer: string): string | null {
  const [, list, id] = pointer.split("/");
  return list === "branches" && id !== undefined ? id : null;
}
