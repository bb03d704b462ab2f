import { LINE_STATUSES, type LineProgress, NEW_LINE } from "../../dialogue/line-status.ts";
import {
  BRANCH_DEFAULTS,
  BRANCH_KINDS,
  BRANCH_REPEATS,
  DEFAULT_COLOR,
  DEFAULT_NODE_KIND,
  NODE_KINDS,
  REPEAT_SCOPES,
  type TalkOutcome,
  WHEN_UNAVAILABLE,
} from "../../dialogue/wire.ts";
import type { Expression } from "../../expression.ts";
import { readEffect, readExpression } from "../../expression-shape.ts";
import { FOLDER, MAX_FOLDER } from "../../folders.ts";
import type { Json, JsonObject } from "../../json.ts";
import { codePointLength, marksIn, TEXT_MARK_KINDS, type TextMark } from "../../text-marks/text-mark.ts";
import type { ImportedAnnotation, ImportedBranch, ImportedGraph, ImportedGroup, ImportedNode } from "../story.ts";
import { BRANCH_FIELDS, GRAPH_FIELDS, NODE_FIELDS } from "./format.ts";
import type { Shape } from "./shape.ts";

/** A node that may not have a place yet. */
export type PlacedNode = Omit<ImportedNode, "canvas_x" | "canvas_y"> & {
  canvas_x: number | null;
  canvas_y: number | null;
};

export function readGraph(
  value: Json,
  pointer: string,
  shape: Shape,
): Omit<ImportedGraph, "nodes"> & { nodes: PlacedNode[] } {
  const record = shape.object(value, pointer, GRAPH_FIELDS);
  const groups = shape.list(record.groups, `${pointer}/groups`, (item, at) => readGroup(item, at, shape));
  const groupKeys = new Set(groups.map((group) => group.key));
  const nodes = shape.list(record.nodes, `${pointer}/nodes`, (item, at) => readNode(item, at, groupKeys, shape));
  const annotations = shape.list(record.annotations, `${pointer}/annotations`, (item, at) =>
    readAnnotation(item, at, shape),
  );
  const at = (list: string, index: number) => `${pointer}/${list}/${index}`;
  const keys = nodes.flatMap((node, i) => [
    { key: node.key, pointer: `${at("nodes", i)}/key` },
    ...node.branches.flatMap((branch, j) =>
      branch.key === null ? [] : [{ key: branch.key, pointer: `${at("nodes", i)}/branches/${j}/key` }],
    ),
  ]);
  shape.unique(keys, "node or branch");
  shape.unique(
    groups.map(({ key }, i) => ({ key, pointer: `${at("groups", i)}/key` })),
    "group",
  );
  shape.unique(
    annotations.map(({ key }, i) => ({ key, pointer: `${at("annotations", i)}/key` })),
    "annotation",
  );
  return {
    key: shape.key(record.key, `${pointer}/key`),
    name: shape.text(record.name, `${pointer}/name`),
    description: shape.text(record.description, `${pointer}/description`, ""),
    ...readFolder(record.folder, `${pointer}/folder`, shape),
    start_key: shape.textOrNull(record.start_key, `${pointer}/start_key`),
    nodes,
    groups,
    annotations,
    extensions: shape.record(record.extensions, `${pointer}/extensions`),
  };
}

/** The folder that a file puts a dialogue into; files without one say nothing of it. */
function readFolder(value: Json | undefined, pointer: string, shape: Shape): Pick<ImportedGraph, "folder"> {
  if (value === undefined) return {};
  const folder = shape.text(value, pointer);
  if (folder.length > MAX_FOLDER || !FOLDER.test(folder))
    shape.fail(pointer, `must be the path of a folder: names joined by /, at most ${MAX_FOLDER} characters`);
  return { folder };
}

function readNode(value: Json, pointer: string, groupKeys: ReadonlySet<string>, shape: Shape): PlacedNode {
  const record = shape.object(value, pointer, NODE_FIELDS);
  const group_key = shape.textOrNull(record.group_key, `${pointer}/group_key`);
  if (group_key !== null && !groupKeys.has(group_key))
    shape.fail(`${pointer}/group_key`, "is not a group of this graph");
  return {
    key: shape.key(record.key, `${pointer}/key`),
    kind: shape.oneOf(record.kind, `${pointer}/kind`, NODE_KINDS, DEFAULT_NODE_KIND),
    title: shape.textOrNull(record.title, `${pointer}/title`),
    ...readMarked(record, "text", pointer, shape),
    tags: shape.list(record.tags, `${pointer}/tags`, (item, at) => shape.text(item, at)),
    ...readProgress(record, pointer, shape),
    speaker_key: shape.textOrNull(record.speaker_key, `${pointer}/speaker_key`),
    speaker_label: shape.textOrNull(record.speaker_label, `${pointer}/speaker_label`),
    group_key,
    canvas_x: shape.numberOrNull(record.canvas_x, `${pointer}/canvas_x`),
    canvas_y: shape.numberOrNull(record.canvas_y, `${pointer}/canvas_y`),
    conditions: readConditions(record.conditions, `${pointer}/conditions`, shape),
    on_enter_effects: readEffects(record.on_enter_effects, `${pointer}/on_enter_effects`, shape),
    branches: shape.list(record.branches, `${pointer}/branches`, (item, at) => readBranch(item, at, shape)),
    exit_to: readExit(record.exit_to, `${pointer}/exit_to`, shape),
    ...(record.properties !== undefined && { properties: shape.record(record.properties, `${pointer}/properties`) }),
    extensions: shape.record(record.extensions, `${pointer}/extensions`),
  };
}

function readBranch(value: Json, pointer: string, shape: Shape): ImportedBranch {
  const record = shape.object(value, pointer, BRANCH_FIELDS);
  const { kind, when_unavailable, repeat, repeat_scope, unwind, weight } = BRANCH_DEFAULTS;
  return {
    key: shape.textOrNull(record.key, `${pointer}/key`),
    kind: shape.oneOf(record.kind, `${pointer}/kind`, BRANCH_KINDS, kind),
    target_key: shape.textOrNull(record.target_key, `${pointer}/target_key`),
    target_graph_key: shape.textOrNull(record.target_graph_key, `${pointer}/target_graph_key`),
    ...readMarked(record, "choice_text", pointer, shape),
    conditions: readConditions(record.conditions, `${pointer}/conditions`, shape),
    effects: readEffects(record.effects, `${pointer}/effects`, shape),
    when_unavailable: shape.oneOf(
      record.when_unavailable,
      `${pointer}/when_unavailable`,
      WHEN_UNAVAILABLE,
      when_unavailable,
    ),
    repeat: shape.oneOf(record.repeat, `${pointer}/repeat`, BRANCH_REPEATS, repeat),
    repeat_scope: shape.oneOf(record.repeat_scope, `${pointer}/repeat_scope`, REPEAT_SCOPES, repeat_scope),
    repeat_limit: shape.numberOrNull(record.repeat_limit, `${pointer}/repeat_limit`),
    unwind: shape.boolean(record.unwind, `${pointer}/unwind`, unwind),
    weight: shape.number(record.weight, `${pointer}/weight`, weight),
    opened_by: readOutcome(record.opened_by, `${pointer}/opened_by`, shape),
    ...readProgress(record, pointer, shape),
    extensions: shape.record(record.extensions, `${pointer}/extensions`),
  };
}

/** The outcome of a talk that opens a branch; files from before talks have none. */
function readOutcome(value: Json | undefined, pointer: string, shape: Shape): TalkOutcome | null {
  if (value === undefined || value === null) return null;
  const record = shape.object(value, pointer, ["facts", "actions"]);
  const keys = (field: "facts" | "actions") =>
    shape.list(record[field], `${pointer}/${field}`, (item, at) => shape.key(item, at));
  return { facts: keys("facts"), actions: keys("actions") };
}

/** Words and the marks on them; files from before marks have none. */
function readMarked<Field extends "text" | "choice_text">(
  record: JsonObject,
  field: Field,
  pointer: string,
  shape: Shape,
): { [Name in Field]: string } & { text_marks: TextMark[] } {
  const text = shape.text(record[field], `${pointer}/${field}`, "");
  const length = record.text_marks === undefined ? 0 : codePointLength(text);
  const marks = shape.list(record.text_marks, `${pointer}/text_marks`, (item, at) => readMark(item, at, length, shape));
  return { [field]: text, text_marks: marksIn(text, marks) } as { [Name in Field]: string } & {
    text_marks: TextMark[];
  };
}

function readMark(value: Json, pointer: string, length: number, shape: Shape): TextMark {
  const record = shape.object(value, pointer, ["kind", "start", "end"]);
  const kind = shape.oneOf(record.kind, `${pointer}/kind`, TEXT_MARK_KINDS);
  const { start, end } = record;
  if (typeof start !== "number" || !Number.isInteger(start) || start < 0)
    shape.fail(`${pointer}/start`, "must be a whole number from 0");
  else if (typeof end !== "number" || !Number.isInteger(end) || end <= start || end > length)
    shape.fail(
      `${pointer}/end`,
      `must be a whole number above start, and at most the ${length} characters of the text`,
    );
  else return { kind, start, end };
  return { kind, start: 0, end: 0 };
}

function readProgress(record: JsonObject, pointer: string, shape: Shape): LineProgress {
  return {
    status: shape.oneOf(record.status, `${pointer}/status`, LINE_STATUSES, NEW_LINE.status),
    final_text: shape.textOrNull(record.final_text, `${pointer}/final_text`),
  };
}

function readConditions(value: Json | undefined, pointer: string, shape: Shape): Expression[] {
  return shape.list(value, pointer, (item, at) =>
    readExpression(item, at, (where, message) => shape.fail(where, message)),
  );
}

function readEffects(value: Json | undefined, pointer: string, shape: Shape): ImportedBranch["effects"] {
  return shape.list(value, pointer, (item, at) => readEffect(item, at, (where, message) => shape.fail(where, message)));
}

function readExit(value: Json | undefined, pointer: string, shape: Shape): ImportedNode["exit_to"] {
  if (value === undefined || value === null) return null;
  const record = shape.object(value, pointer, ["graph_key", "node_key"]);
  return {
    graph_key: shape.key(record.graph_key, `${pointer}/graph_key`),
    node_key: shape.textOrNull(record.node_key, `${pointer}/node_key`),
  };
}

function readGroup(value: Json, pointer: string, shape: Shape): ImportedGroup {
  const record = shape.object(value, pointer, ["key", "title", "color"]);
  return {
    key: shape.key(record.key, `${pointer}/key`),
    title: shape.text(record.title, `${pointer}/title`, ""),
    color: shape.text(record.color, `${pointer}/color`, DEFAULT_COLOR),
  };
}

function readAnnotation(value: Json, pointer: string, shape: Shape): ImportedAnnotation {
  const fields = ["key", "text", "canvas_x", "canvas_y", "width", "height", "color"];
  const record = shape.object(value, pointer, fields);
  return {
    key: shape.key(record.key, `${pointer}/key`),
    text: shape.text(record.text, `${pointer}/text`, ""),
    canvas_x: shape.number(record.canvas_x, `${pointer}/canvas_x`, 0),
    canvas_y: shape.number(record.canvas_y, `${pointer}/canvas_y`, 0),
    width: shape.numberOrNull(record.width, `${pointer}/width`),
    height: shape.numberOrNull(record.height, `${pointer}/height`),
    color: shape.text(record.color, `${pointer}/color`, DEFAULT_COLOR),
  };
}
