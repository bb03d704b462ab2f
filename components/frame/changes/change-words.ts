import { type DescribedNames, describeEffect, describeExpression } from "#domain/describe-logic.ts";
import { type LineStatus, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import type { Effect, Expression } from "#domain/expression.ts";
import { areMarks, describeMarks } from "#domain/text-marks/describe-marks.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";
import type { Outputs } from "../api/client.ts";

export type HistoryRow = NonNullable<Outputs["record"]["history"]["rows"]>[number];
export type FieldChange = HistoryRow["changes"][number];

/** Display names in a history; `thing` knows nodes, characters, groups and dialogues by id. */
export interface ChangeNames extends DescribedNames {
  readonly thing: (id: string) => string | undefined;
}

/** Returns an event's verb as a word. */
export function verbWords(verb: string): string {
  return verb === "updated" ? "Changed" : `${verb.charAt(0).toUpperCase()}${verb.slice(1).replaceAll("_", " ")}`;
}

/** Fields whose text is read by people: shown word by word. */
const PROSE: ReadonlySet<string> = new Set([
  "text",
  "choice_text",
  "title",
  "description",
  "speaker_label",
  "name",
  "final_text",
]);

const lastName = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

/** Both texts of a change that is about words; null for any other. */
export function proseOf({ field, before, after }: FieldChange): { before: string; after: string } | null {
  if (!PROSE.has(lastName(field))) return null;
  const text = (value: unknown) => (typeof value === "string" ? value : value === null ? "" : null);
  const [old, now] = [text(before), text(after)];
  return old === null || now === null ? null : { before: old, after: now };
}

/** A value as a history says it. */
export function valueWords(field: string, value: unknown, names: ChangeNames): string {
  if (value === null || value === undefined) return nothing(field);
  if (lastName(field) === "status" && typeof value === "string" && Object.hasOwn(STATUS_NAMES, value)) {
    return STATUS_NAMES[value as LineStatus];
  }
  if (typeof value === "string") return names.thing(value) ?? (isId(value) ? "something that is gone" : `“${value}”`);
  if (typeof value === "boolean") return yesOrNo(value);
  if (areMarks(value)) return describeMarks(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(String).join(", ");
  if (typeof value === "object") return partWords(field, value as Record<string, unknown>, names);
  return String(value);
}

function nothing(field: string): string {
  const name = lastName(field);
  if (name === "target_node_id") return "nowhere";
  return name === "speaker_id" ? "nobody" : "nothing";
}

const isId = (text: string): boolean => /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$/.test(text);

/** A whole entry of a list: a condition, an effect, a branch. */
function partWords(field: string, value: Record<string, unknown>, names: ChangeNames): string {
  const { order: _, ...entry } = value;
  const list = field.split("/").at(-2);
  if (list === "conditions") return describeExpression(entry as Expression, names);
  if (list === "on_enter_effects" || list === "effects") {
    return describeEffect({ when: [], target: null, value: null, ...entry } as unknown as Omit<Effect, "id">, names);
  }
  if (list === "branches") return `“${String(entry.choice_text ?? "")}”`;
  return JSON.stringify(entry);
}
