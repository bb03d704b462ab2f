import { LINE_STATUSES, type LineProgress, NEW_LINE } from "#domain/dialogue/line-status.ts";
import {
  BRANCH_KINDS,
  BRANCH_REPEATS,
  type Branch,
  MAX_REPEATS,
  NODE_KINDS,
  REPEAT_SCOPES,
  type TalkOutcome,
  WHEN_UNAVAILABLE,
} from "#domain/dialogue/wire.ts";
import type { Condition, Effect } from "#domain/expression.ts";
import { readEffect, readExpression } from "#domain/expression-shape.ts";
import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { marksIn, TEXT_MARK_KINDS, type TextMark } from "#domain/text-marks/text-mark.ts";
import type { Annotation, Group, Node } from "../model/model.ts";
import { CLIPPING_FORM, type ClipboardContent } from "./clipboard-content.ts";

const FAR = 10_000_000;
const LONGEST = {
  title: 500,
  label: 200,
  text: 100_000,
  branch: 10_000,
  note: 20_000,
  group: 200,
  reference: 255,
} as const;
const MOST = { branches: 200, entries: 100, marks: 1_000, outcome: 20 } as const;
const COLOR_TOKEN = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Reads what came over the clipboard. Any page may have written it, so only what fits is taken, within the limits of the
 * record, and anything else is left out; null when it is not of our form.
 */
export function readClipboard(json: string): ClipboardContent | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isJsonObject(value) || value.form !== CLIPPING_FORM) return null;
  return {
    form: CLIPPING_FORM,
    project: words(value.project, 64),
    dialogue: words(value.dialogue, 64),
    nodes: unlike(records(value.nodes).flatMap(readNode)),
    groups: unlike(records(value.groups).flatMap(readGroup)),
    annotations: unlike(records(value.annotations).flatMap(readNote)),
    names: isJsonObject(value.names)
      ? Object.fromEntries(Object.entries(value.names).map(([id, name]) => [id, words(name, LONGEST.label)]))
      : {},
  };
}

function readNode(value: JsonObject): Node[] {
  const id = idOf("node", value.id);
  if (id === null) return [];
  const exit = isJsonObject(value.exit_to) ? idOf("dlg", value.exit_to.graph_id) : null;
  return [
    {
      id,
      kind: oneOf(NODE_KINDS, value.kind, "line"),
      title: oneLine(value.title, LONGEST.title),
      text: words(value.text, LONGEST.text),
      text_marks: readMarks(value.text_marks, words(value.text, LONGEST.text)),
      speaker_id: name(value.speaker_id),
      speaker_label: oneLine(value.speaker_label, LONGEST.label),
      ...readProgress(value),
      tags: list(value.tags).flatMap((tag) => oneLine(tag, 100) ?? []),
      group_id: idOf("grp", value.group_id),
      canvas_x: coordinate(value.canvas_x),
      canvas_y: coordinate(value.canvas_y),
      conditions: records(value.conditions).flatMap(readCondition),
      on_enter_effects: records(value.on_enter_effects).flatMap(readEffectEntry),
      branches: unlike(records(value.branches).flatMap(readBranch)).slice(0, MOST.branches),
      exit_to:
        exit === null || !isJsonObject(value.exit_to)
          ? null
          : { graph_id: exit, node_id: idOf("node", value.exit_to.node_id) },
      properties: isJsonObject(value.properties) ? value.properties : {},
      extensions: {},
      source: null,
    },
  ];
}

/** Reads the status of pasted words and the words that were final at the copy. */
function readProgress({ status, final_text }: JsonObject): LineProgress {
  return {
    status: oneOf(LINE_STATUSES, status, NEW_LINE.status),
    final_text: typeof final_text === "string" ? words(final_text, LONGEST.text) : null,
  };
}

/** Reads marks within pasted words. */
function readMarks(value: unknown, text: string): TextMark[] {
  const marks = records(value).flatMap(({ kind, start, end }): TextMark[] => {
    const known = TEXT_MARK_KINDS.find((each) => each === kind);
    return known === undefined || !isPlace(start) || !isPlace(end) ? [] : [{ kind: known, start, end }];
  });
  return marksIn(text, marks.slice(0, MOST.marks));
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value);

const isLimit = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_REPEATS;

function readBranch(value: JsonObject): Branch[] {
  const id = idOf("br", value.id);
  if (id === null) return [];
  return [
    {
      id,
      kind: oneOf(BRANCH_KINDS, value.kind, "choice"),
      target_node_id: name(value.target_node_id),
      target_graph_id: idOf("dlg", value.target_graph_id),
      choice_text: words(value.choice_text, LONGEST.branch),
      text_marks: readMarks(value.text_marks, words(value.choice_text, LONGEST.branch)),
      conditions: records(value.conditions).flatMap(readCondition),
      effects: records(value.effects).flatMap(readEffectEntry),
      when_unavailable: oneOf(WHEN_UNAVAILABLE, value.when_unavailable, "hide"),
      repeat: oneOf(BRANCH_REPEATS, value.repeat, "sticky"),
      repeat_scope: oneOf(REPEAT_SCOPES, value.repeat_scope, "playthrough"),
      repeat_limit: isLimit(value.repeat_limit) ? value.repeat_limit : null,
      unwind: value.unwind === true,
      opened_by: readOutcome(value.opened_by),
      weight: typeof value.weight === "number" && value.weight >= 0 && value.weight <= 1_000_000 ? value.weight : 1,
      ...readProgress(value),
      extensions: {},
    },
  ];
}

/** Reads the outcome of a talk that opens a branch; one that names nothing is none. */
function readOutcome(value: unknown): TalkOutcome | null {
  if (!isJsonObject(value)) return null;
  const names = (of: unknown) =>
    list(of)
      .flatMap((each) => name(each) ?? [])
      .slice(0, MOST.outcome);
  const [facts, actions] = [names(value.facts), names(value.actions)];
  return facts.length + actions.length === 0 ? null : { facts, actions };
}

function readCondition({ id, ...rest }: JsonObject): Condition[] {
  const expression = readExpression(rest, "", ignore);
  return expression === null || typeof id !== "string" ? [] : [{ ...expression, id }];
}

function readEffectEntry({ id, ...rest }: JsonObject): Effect[] {
  const effect = readEffect(rest, "", ignore);
  return effect === null || typeof id !== "string" ? [] : [{ ...effect, id }];
}

function readGroup(value: JsonObject): Group[] {
  const id = idOf("grp", value.id);
  if (id === null) return [];
  return [{ id, title: oneLine(value.title, LONGEST.group) ?? "", color: colorOf(value.color) }];
}

function readNote(value: JsonObject): Annotation[] {
  const id = idOf("ann", value.id);
  if (id === null) return [];
  const side = (given: unknown): number | null =>
    typeof given === "number" && given >= 1 && given <= 100_000 ? given : null;
  return [
    {
      id,
      text: words(value.text, LONGEST.note),
      canvas_x: coordinate(value.canvas_x),
      canvas_y: coordinate(value.canvas_y),
      width: side(value.width),
      height: side(value.height),
      color: colorOf(value.color),
    },
  ];
}

/** Ignores mistakes in pasted content: the part is left out. */
const ignore = (): void => {};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MOST.entries) : []);
const records = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

function unlike<T extends { id: string }>(things: readonly T[]): T[] {
  return [...new Map(things.map((thing) => [thing.id, thing])).values()];
}

/** Reads a name or an id. */
function name(value: unknown): string | null {
  const said = oneLine(value, LONGEST.reference);
  return said === value ? said : null;
}

function idOf(prefix: string, value: unknown): string | null {
  return typeof value === "string" && new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(value) ? value : null;
}

function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((each) => each === value) ?? otherwise;
}

function words(value: unknown, longest: number): string {
  return typeof value === "string" ? value.slice(0, longest).toWellFormed().replaceAll("\0", "") : "";
}

function oneLine(value: unknown, longest: number): string | null {
  const line = words(value, longest)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
  return line === "" ? null : line;
}

function coordinate(value: unknown): number {
  return typeof value === "number" && Math.abs(value) <= FAR ? value : 0;
}

function colorOf(value: unknown): string {
  return typeof value === "string" && COLOR_TOKEN.test(value) ? value : "neutral";
}
