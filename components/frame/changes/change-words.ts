import { type DescribedNames, describeEffect, describeExpression } from "#domain/describe-logic.ts";
import { type LineStatus, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import { branchName, KIND_NAMES } from "#domain/dialogue/names.ts";
import type { Branch, NodeKind } from "#domain/dialogue/wire.ts";
import { readEffect, readExpression } from "#domain/expression-shape.ts";
import { areMarks, describeMarks } from "#domain/text-marks/describe-marks.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";
import { inWords } from "../../ui/form/shape.ts";
import { sayMoment } from "../../ui/local-time.tsx";
import type { Outputs } from "../api/client.ts";
import { lastName } from "./prose.ts";

export type HistoryRow = NonNullable<Outputs["record"]["history"]["rows"]>[number];

/** Display names in a history; `thing` knows nodes, characters, groups and dialogues by id. */
export interface ChangeNames extends DescribedNames {
  readonly thing: (id: string) => string | undefined;
}

/** Returns an event's verb as a word. */
export function verbWords(verb: string): string {
  return verb === "updated" ? "Changed" : `${verb.charAt(0).toUpperCase()}${verb.slice(1).replaceAll("_", " ")}`;
}

/** Returns a value in words, whatever it is; no part of it is left as data. */
export function valueWords(field: string, value: unknown, names: ChangeNames): string {
  return wordsWithin(field, value, names, 0);
}

/** Values within values that are told. */
const DEPTH = 3;
/** Entries of a list, and fields of an object, that are told; the rest are counted. */
const MOST = 12;

function wordsWithin(field: string, value: unknown, names: ChangeNames, depth: number): string {
  if (value === null || value === undefined) return nothing(field);
  if (typeof value === "string") return textWords(field, value, names);
  if (typeof value === "boolean") return yesOrNo(value);
  if (typeof value !== "object") return String(value);
  if (areMarks(value)) return describeMarks(value);
  if (depth === DEPTH) return "…";
  if (Array.isArray(value)) {
    return listed(value.map((each) => wordsWithin(field, each, names, depth + 1).replace(/^“(.+)”$/s, "$1")));
  }
  const { order: _, ...part } = value as Record<string, unknown>;
  return partWords(part, names) ?? objectWords(part, names, depth);
}

function listed(all: readonly string[]): string {
  const left = all.length - MOST;
  return all.length === 0 ? "none" : `${all.slice(0, MOST).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

function textWords(field: string, value: string, names: ChangeNames): string {
  const name = lastName(field);
  if (name === "status" && Object.hasOwn(STATUS_NAMES, value)) return STATUS_NAMES[value as LineStatus];
  if (name === "kind" && Object.hasOwn(KIND_NAMES, value)) return KIND_NAMES[value as NodeKind];
  if (isId(value)) return names.thing(value) ?? names.variable?.(value) ?? "something that is gone";
  if (MOMENT.test(value)) return sayMoment(new Date(value), new Date());
  return names.thing(value) ?? `“${value}”`;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function nothing(field: string): string {
  const name = lastName(field);
  if (name === "target_node_id") return "nowhere";
  return name === "speaker_id" ? "nobody" : "nothing";
}

const isId = (text: string): boolean => /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$/.test(text);

/** Returns a choice, an effect or an expression in words, as the rest of the studio says them; null for anything else. */
function partWords(part: Record<string, unknown>, names: ChangeNames): string | null {
  if (typeof part.choice_text === "string") {
    const { choice_text, kind } = part as Pick<Branch, "choice_text" | "kind">;
    return choice_text.trim() === "" ? branchName({ choice_text, kind }) : `“${choice_text}”`;
  }
  const { id: _, ...logic } = part;
  const ignore = () => undefined;
  if ("target" in logic || "when" in logic) {
    const effect = readEffect(logic, "", ignore);
    return effect && describeEffect(effect, names);
  }
  const expression = readExpression(logic, "", ignore);
  return expression && describeExpression(expression, names);
}

function objectWords(part: Record<string, unknown>, names: ChangeNames, depth: number): string {
  const told = Object.entries(part).filter(([, value]) => value !== null && value !== "");
  return listed(told.map(([key, value]) => `${inWords(key)}: ${wordsWithin(`/${key}`, value, names, depth + 1)}`));
}
