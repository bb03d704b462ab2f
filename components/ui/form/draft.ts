import { patchBetween } from "#domain/change/merge-patch.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { numberOfText } from "#domain/number-of-text.ts";
import type { ObjectShape, Shape, ShapeField } from "./shape.ts";

/** Content of a form while it is filled in: numbers, lists of texts and JSON as typed, all others as values. */
export type Draft = Json;

/** Mistake in a draft, at its field. */
export interface DraftIssue {
  /** Names from the outside in; empty for the whole. */
  readonly path: readonly string[];
  readonly message: string;
}

export type Read = { readonly value: Json; readonly issues: readonly [] } | { readonly issues: readonly DraftIssue[] };

/** The draft that a form begins with: a value that is there, else nothing. */
export function draftOf(shape: Shape, value: Json | undefined): Draft {
  switch (shape.kind) {
    case "text":
    case "choice":
    case "day":
      return typeof value === "string" ? value : "";
    case "secret":
      return "";
    case "moment":
      return typeof value === "string" ? localMoment(value) : "";
    case "choices":
      return Array.isArray(value) ? value : [];
    case "own":
      return value ?? null;
    case "number":
      return typeof value === "number" ? String(value) : "";
    case "flag":
      return value === true;
    case "texts":
      return Array.isArray(value) ? value.map(String).join("\n") : "";
    case "object": {
      const held = isJsonObject(value) ? value : {};
      return Object.fromEntries(shape.fields.map((field) => [field.name, draftOf(field.shape, held[field.name])]));
    }
    case "json":
      return value === undefined ? "" : JSON.stringify(value, null, 2);
  }
}

/** The value that a draft stands for, or everything that is wrong with it. */
export function readDraft(shape: Shape, draft: Draft): Read {
  const issues: DraftIssue[] = [];
  const value = read(shape, draft, [], issues);
  return issues.length > 0 ? { issues } : { value: value ?? null, issues: [] };
}

/**
 * The merge patch (RFC 7396) of what was edited in a form, or everything that is wrong with that. What was not edited is not
 * read, however it was drawn, and what the form does not show is not known to it: so neither can change.
 */
export function readChanges(shape: ObjectShape, before: JsonObject, draft: Draft): Read {
  const issues: DraftIssue[] = [];
  const value = changes(shape, before, draft, [], issues);
  return issues.length > 0 ? { issues } : { value, issues: [] };
}

/** Whether two drafts of a field say the same. The order in which some of many were chosen says nothing. */
export function isSameDraft({ kind }: Shape, a: Draft, b: Draft): boolean {
  const said = (draft: Draft) => JSON.stringify(kind === "choices" && Array.isArray(draft) ? [...draft].sort() : draft);
  return said(a) === said(b);
}

function changes(
  shape: ObjectShape,
  before: JsonObject,
  draft: Draft,
  path: readonly string[],
  issues: DraftIssue[],
): JsonObject {
  const held = isJsonObject(draft) ? draft : {};
  const patch: JsonObject = {};
  for (const field of shape.fields) {
    const was = Object.hasOwn(before, field.name) ? before[field.name] : undefined;
    const own = held[field.name] ?? null;
    if (isSameDraft(field.shape, own, draftOf(field.shape, was))) continue;
    const at = [...path, field.name];
    if (field.shape.kind === "object" && isJsonObject(was)) {
      patch[field.name] = changes(field.shape, was, own, at, issues);
      continue;
    }
    // A text that was cleared is empty: only what is made anew can be left out.
    const value = readField({ ...field, isRequired: true }, own, at, issues);
    if (value === undefined) continue;
    if (field.shape.kind === "json" && holdsNull(value, was)) {
      issues.push({ path: at, message: "A property cannot be null here: leave it out." });
    } else
      patch[field.name] =
        field.shape.kind === "json" && isJsonObject(value) && isJsonObject(was) ? patchBetween(was, value) : value;
  }
  return patch;
}

/** Whether an object says null under a name, which a merge patch reads as "without". */
function holdsNull(value: Json, was: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const before = isJsonObject(was) ? was : {};
  return Object.entries(value).some(([name, each]) =>
    each === null ? before[name] !== null : holdsNull(each, before[name]),
  );
}

/** The value of a field; undefined where it is left out, or wrong. */
export function readField(
  field: ShapeField,
  draft: Draft,
  path: readonly string[],
  issues: DraftIssue[],
): Json | undefined {
  if (field.shape.kind !== "own" && isBlank(field.shape, draft)) {
    if (field.isNullable) return null;
    if (!field.isRequired) return undefined;
  }
  return read(field.shape, draft, path, issues);
}

function read(shape: Shape, draft: Draft, path: readonly string[], issues: DraftIssue[]): Json | undefined {
  const wrong = (message: string): undefined => {
    issues.push({ path, message });
    return undefined;
  };
  const text = typeof draft === "string" ? draft : "";
  switch (shape.kind) {
    case "own":
      return draft;
    case "object": {
      const held = isJsonObject(draft) ? draft : {};
      const value: JsonObject = {};
      for (const field of shape.fields) {
        const own = held[field.name] ?? draftOf(field.shape, undefined);
        const found = readField(field, own, [...path, field.name], issues);
        if (found !== undefined) value[field.name] = found;
      }
      return value;
    }
    case "flag":
      return draft === true;
    case "text":
    case "secret": {
      const length = [...text].length;
      if (length < shape.min) return wrong(length === 0 ? needs(1, "character") : needs(shape.min, "character"));
      if (shape.max !== null && length > shape.max) return wrong(`No more than ${counted(shape.max, "character")}.`);
      if (shape.pattern !== null && !matches(shape.pattern, text)) return wrong("This has the wrong format.");
      return text;
    }
    case "day":
      return text === "" ? wrong("Choose a day.") : text;
    case "moment": {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? wrong("Choose a day and a time.") : date.toISOString();
    }
    case "choice":
      return shape.options.some(({ value }) => value === text) ? text : wrong("Choose one of these.");
    case "choices": {
      const chosen = Array.isArray(draft) ? draft : [];
      return chosen.length < shape.min ? wrong(`Choose at least ${shape.min}.`) : chosen;
    }
    case "number": {
      const number = numberOfText(text);
      if (number === null) return wrong("Write a number.");
      if (shape.isInteger && !Number.isInteger(number)) return wrong("Write a whole number.");
      if (shape.min !== null && number < shape.min) return wrong(`At least ${shape.min}.`);
      if (shape.max !== null && number > shape.max) return wrong(`At most ${shape.max}.`);
      return number;
    }
    case "texts": {
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      if (lines.length < shape.min) return wrong(needs(shape.min, "line"));
      if (shape.max !== null && lines.length > shape.max) return wrong(`No more than ${counted(shape.max, "line")}.`);
      return lines;
    }
    case "json":
      try {
        return JSON.parse(text) as Json;
      } catch {
        return wrong(text.trim() === "" ? "Write a value as JSON." : "This is not valid JSON.");
      }
  }
}

/** Whether nothing stands in a field. A flag always says something. */
function isBlank(shape: Shape, draft: Draft): boolean {
  if (shape.kind === "flag") return false;
  if (shape.kind === "object") {
    const held = isJsonObject(draft) ? draft : {};
    return shape.fields.every((field) => field.shape.kind === "flag" || isBlank(field.shape, held[field.name] ?? ""));
  }
  if (Array.isArray(draft)) return draft.length === 0;
  return typeof draft !== "string" || draft.trim() === "";
}

/** An instant as the control for a time shows it, where the person is. */
function localMoment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Whether a value is written on one line: a short text, or one whose pattern takes no line break. */
export function isSingleLine(shape: Shape): boolean {
  if (shape.kind !== "text") return false;
  return (shape.max ?? Number.POSITIVE_INFINITY) <= 200 || (shape.pattern !== null && !matches(shape.pattern, "\n"));
}

/** A pattern of ours that this browser cannot read is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
const needs = (count: number, what: string) =>
  count <= 1 ? "This field is required." : `At least ${counted(count, what)}.`;
