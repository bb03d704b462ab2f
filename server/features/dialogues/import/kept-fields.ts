import type { Branch } from "#domain/dialogue/wire.ts";
import type { ImportFormat } from "#domain/import/story.ts";
import { readPosition } from "#domain/import/twee/header.ts";
import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { keptMarks } from "#domain/text-marks/kept-marks.ts";
import { type MarkedText, marksIn, type TextMark } from "#domain/text-marks/text-mark.ts";
import type { NodeState } from "../states.ts";
import { unresolvedOf, withUnresolved } from "./own-extension.ts";

/*
 * Importing again makes a dialogue what the file says. What a format cannot say is not lost by that: a Twee file has no
 * word for a speaker, a group or a locked choice, so what people set there stays.
 */

/** An imported branch with what the earlier one had and the format has no word for. */
export function keepInBranch(
  format: ImportFormat,
  graphId: string,
  branch: Branch,
  before: Branch | undefined,
): Branch {
  if (before === undefined) return branch;
  return keepFields(format, graphId, keepTarget(branch, before), before);
}

/** A target that is a name of nothing here stays what it was, instead of becoming a stand-in for that name. */
function keepTarget(branch: Branch, before: Branch): Branch {
  const { missing_target, missing_graph } = unresolvedOf(branch.extensions as JsonObject);
  if (missing_target === undefined || missing_target !== before.target_node_id) return branch;
  const notes = missing_graph === undefined ? {} : { missing_graph };
  return {
    ...branch,
    target_node_id: missing_target,
    extensions: withUnresolved(branch.extensions as JsonObject, notes) as Branch["extensions"],
  };
}

function keepFields(format: ImportFormat, graphId: string, branch: Branch, before: Branch): Branch {
  if (format === "fabula_json") {
    // Null and the dialogue's own id say the same, and a file says null.
    const stays = branch.target_graph_id === null && before.target_graph_id === graphId;
    return stays ? { ...branch, target_graph_id: graphId } : branch;
  }
  const extensions = keepExtensions(format, before.extensions as JsonObject, branch.extensions as JsonObject);
  const { status, final_text } = before;
  const text_marks = keepMarks(
    format,
    { text: branch.choice_text, marks: branch.text_marks },
    { text: before.choice_text, marks: before.text_marks },
  );
  if (format !== "twee3") return { ...branch, text_marks, extensions, status, final_text };
  const { when_unavailable, repeat, repeat_scope, repeat_limit, unwind, weight, opened_by } = before;
  // What a macro makes of a branch is as the file says; what it has no word for is as people left it.
  const isPlain = branch.kind === "choice" && (before.kind === "choice" || before.kind === "event");
  return {
    ...branch,
    kind: isPlain ? before.kind : branch.kind,
    when_unavailable,
    repeat: branch.repeat === "once" ? branch.repeat : repeat,
    repeat_scope,
    repeat_limit,
    unwind,
    weight,
    opened_by,
    extensions,
    status,
    final_text,
  };
}

/** Kinds of the cards that macros make: one that is a line now is one because the file says so. */
const MADE_BY_MACROS: ReadonlySet<NodeState["kind"]> = new Set([
  "condition",
  "instruction",
  "detour",
  "jump",
  "return",
]);

/** An imported node with what the earlier one had and the format has no word for. */
export function keepInNode(
  format: ImportFormat,
  node: NodeState,
  before: NodeState,
  mayClearSpeaker: (entityId: string) => boolean,
): NodeState {
  const keepsSpeaker = node.speaker_id === null && before.speaker_id !== null && !mayClearSpeaker(before.speaker_id);
  const spoken = keepsSpeaker ? { ...node, speaker_id: before.speaker_id } : node;
  if (format === "fabula_json") return spoken;
  const { status, final_text } = before;
  const extensions = keepExtensions(format, before.extensions, node.extensions);
  const text_marks = keepMarks(
    format,
    { text: node.text, marks: node.text_marks },
    { text: before.text, marks: before.text_marks },
  );
  const properties = { ...before.properties, ...node.properties };
  const kept: NodeState = { ...spoken, text_marks, properties, extensions, status, final_text };
  if (format !== "twee3") return kept;
  return {
    ...kept,
    kind: node.kind === "line" && !MADE_BY_MACROS.has(before.kind) ? before.kind : node.kind,
    speaker_label: node.speaker_label ?? before.speaker_label,
    group_id: node.group_id ?? before.group_id,
    exit_to: before.exit_to,
    ...(!hasPosition(node) && { canvas_x: before.canvas_x, canvas_y: before.canvas_y }),
  };
}

/** Marks of imported words; ink has none but literal braces, so that others stay on the words that stay. */
function keepMarks(format: ImportFormat, { text, marks }: MarkedText, before: MarkedText): TextMark[] {
  if (format !== "ink") return [...marks];
  const set = keptMarks(before, text).filter(({ kind }) => kind !== "literal");
  return marksIn(text, [...set, ...marks]);
}

/** Keeps the extensions of other tools beside a format; those of the format and our own are replaced. */
export function keepExtensions(format: ImportFormat, before: JsonObject, next: JsonObject): JsonObject {
  if (format === "fabula_json") return next;
  const { [format]: _, fabula: __, ...others } = before;
  return { ...others, ...next };
}

function hasPosition({ extensions }: NodeState): boolean {
  const own = extensions.twee3;
  return isJsonObject(own) && isJsonObject(own.metadata) && readPosition(own.metadata) !== null;
}
