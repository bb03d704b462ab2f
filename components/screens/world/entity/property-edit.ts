import { patchBetween } from "#domain/change/merge-patch.ts";
import { escapeToken } from "#domain/change/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { type Draft, draftOf, readDraft } from "../../../ui/form/draft.ts";
import type { Shape } from "../../../ui/form/shape.ts";

/** Keys that lead from `properties` to a value, from the outside in. */
export type Path = readonly string[];

/** A value of a profile, and where it is. */
export interface Property {
  readonly path: Path;
  readonly value: Json;
}

/** Kinds of values as a person chooses them. */
export const KINDS = ["text", "number", "flag", "texts", "json"] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  text: "Text",
  number: "Number",
  flag: "Yes or no",
  texts: "List, one per line",
  json: "JSON",
};

const SHAPES: Readonly<Record<Kind, Shape>> = {
  text: { kind: "text", min: 0, max: null, pattern: null },
  number: { kind: "number", isInteger: false, min: null, max: null },
  flag: { kind: "flag" },
  texts: { kind: "texts", min: 0, max: null },
  json: { kind: "json" },
};

/** Returns the shape by which forms edit a kind of value. */
export const shapeOfKind = (kind: Kind): Shape => SHAPES[kind];

/** Objects within objects that are shown value by value; what lies deeper is one value. */
const MAX_DEPTH = 6;

/** The values of properties in the order they have, objects opened. An empty object is a value. */
export function propertiesOf(properties: JsonObject): Property[] {
  return valuesWithin(properties, []);
}

function valuesWithin(held: JsonObject, path: Path): Property[] {
  return Object.entries(held).flatMap(([key, value]) => {
    const here = [...path, key];
    const isOpened = isJsonObject(value) && Object.keys(value).length > 0 && here.length < MAX_DEPTH;
    return isOpened ? valuesWithin(value, here) : [{ path: here, value }];
  });
}

/** Whether a text is written in a line of its own and read back as it was. */
const isLine = (value: Json): boolean =>
  typeof value === "string" && value !== "" && value === value.trim() && !/[\r\n]/.test(value);

/** The kind that a value is edited as: one that reads back to exactly the value. */
export function kindOf(value: Json): Kind {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "flag";
  return Array.isArray(value) && value.length > 0 && value.every(isLine) ? "texts" : "json";
}

/** Returns the draft with which the control of a value begins when the value is edited as a kind. */
export function draftOfValue(kind: Kind, value: Json | undefined): Draft {
  if (value === undefined || kindOf(value) === kind) return draftOf(SHAPES[kind], value);
  // Another kind than it is: what was written is kept as far as that kind can say it.
  if (kind === "text")
    return typeof value === "number" || typeof value === "boolean" ? String(value) : JSON.stringify(value);
  if (kind === "texts") return Array.isArray(value) ? value.map(String).join("\n") : String(value);
  if (kind === "number") return typeof value === "string" && Number.isFinite(Number(value)) ? value : "";
  return kind === "json" ? JSON.stringify(value, null, 2) : value === true || value === "true" || value === "yes";
}

/** A value, or what is wrong with what was written. */
export type ReadValue = { readonly value: Json } | { readonly problem: string };

/** Reads what was written as a kind. A property has a value or is removed: null, also within an object, cannot be written. */
export function readValue(kind: Kind, draft: Draft): ReadValue {
  const read = readDraft(SHAPES[kind], draft);
  const [issue] = read.issues;
  if (issue !== undefined) return { problem: issue.message };
  const value = "value" in read ? read.value : null;
  if (kind === "number" && value === null) return { problem: "Write a number." };
  if (value === null) return { problem: "Enter a value, or remove the property." };
  return holdsNull(value) ? { problem: "A property cannot be null here: leave it out." } : { value };
}

function holdsNull(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((held) => held === null || holdsNull(held));
}

/**
 * The merge patch (RFC 7396) of `properties` that gives one of them a value, or removes it where there is none. Nothing beside the
 * path is named in it.
 */
export function propertyPatch(properties: JsonObject, path: Path, next: Json | undefined): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return {};
  const now = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (rest.length > 0) return own(key, propertyPatch(isJsonObject(now) ? now : {}, rest, next));
  if (next === undefined) return own(key, null);
  return own(key, isJsonObject(next) && isJsonObject(now) ? patchBetween(now, next) : next);
}

/** An object with one key of its own, whatever the key is called. */
const own = (key: string, value: Json): JsonObject => Object.fromEntries([[key, value]]);

/** A JSON Pointer (RFC 6901) to a property, as authors are told by. */
export function pointerOf(path: Path): string {
  return ["properties", ...path].map((key) => `/${escapeToken(key)}`).join("");
}
