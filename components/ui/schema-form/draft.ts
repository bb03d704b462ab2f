import type { Json, JsonObject } from "#domain/json.ts";
import type { Shape } from "./form-shape.ts";

/** What stands in a form while it is filled in: numbers and JSON as they are typed. */
export type Draft = string | boolean | { readonly [name: string]: Draft };

/** Something that is not as the form asks for, at the field it belongs to. */
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
      return typeof value === "string" ? value : "";
    case "number":
      return typeof value === "number" ? String(value) : "";
    case "flag":
      return value === true;
    case "texts":
      return Array.isArray(value) ? value.map(String).join("\n") : "";
    case "object": {
      const held = isObject(value) ? value : {};
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

function read(shape: Shape, draft: Draft, path: readonly string[], issues: DraftIssue[]): Json | undefined {
  const wrong = (message: string): undefined => {
    issues.push({ path, message });
    return undefined;
  };
  if (shape.kind === "object") {
    const held = typeof draft === "object" ? draft : {};
    const value: JsonObject = {};
    for (const field of shape.fields) {
      const own = held[field.name] ?? draftOf(field.shape, undefined);
      // What nobody has filled in is left out, as long as it may be.
      if (isBlank(field.shape, own) && !field.isRequired) continue;
      const found = read(field.shape, own, [...path, field.name], issues);
      if (found !== undefined) value[field.name] = found;
    }
    return value;
  }
  if (shape.kind === "flag") return draft === true;
  const text = typeof draft === "string" ? draft : "";
  switch (shape.kind) {
    case "text": {
      const length = [...text].length;
      if (length < Math.max(shape.min, 0) || (text === "" && shape.min > 0))
        return wrong(needs(shape.min, "character"));
      if (shape.max !== null && length > shape.max) return wrong(`No more than ${counted(shape.max, "character")}.`);
      if (shape.pattern !== null && !matches(shape.pattern, text)) return wrong("It has another form than this.");
      return text;
    }
    case "choice":
      return shape.options.some(({ value }) => value === text) ? text : wrong("Choose one of these.");
    case "number": {
      const number = Number(text.trim().replace(",", "."));
      if (text.trim() === "" || !Number.isFinite(number)) return wrong("Write a number.");
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
        return wrong(text.trim() === "" ? "Write a value as JSON." : "This is no JSON.");
      }
  }
}

/** Whether nothing stands in a field. A flag always says something. */
function isBlank(shape: Shape, draft: Draft): boolean {
  if (shape.kind === "flag") return false;
  if (shape.kind === "object") {
    const held = typeof draft === "object" ? draft : {};
    return shape.fields.every((field) => field.shape.kind === "flag" || isBlank(field.shape, held[field.name] ?? ""));
  }
  return typeof draft !== "string" || draft.trim() === "";
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
const needs = (count: number, what: string) => (count <= 1 ? "This is needed." : `At least ${counted(count, what)}.`);

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
