import type { VariableType } from "#domain/dialogue/wire.ts";
import type { Scalar, VariableValue } from "#domain/expression.ts";
import { numberOfText } from "#domain/number-of-text.ts";
import { isSet } from "#domain/runtime/value.ts";
import { readYesOrNo, yesOrNo } from "#domain/yes-or-no.ts";

/**
 * Reads typed text as a value of a type. Text that is no such value stays text, so that the server can name the
 * mistake.
 */
export function valueOfText(text: string, type: Exclude<VariableType, "set">): Exclude<Scalar, null>;
export function valueOfText(text: string, type: VariableType): Exclude<VariableValue, null>;
export function valueOfText(text: string, type: VariableType): Exclude<VariableValue, null> {
  const trimmed = text.trim();
  if (type === "set") return text.split("\n").flatMap((line) => line.trim() || []);
  if (type === "boolean") return readYesOrNo(text) ?? text;
  if (type === "string" || type === "enum") return text;
  return numberOfText(trimmed) ?? text;
}

/** A value as text for a field; of a set, a value a line. */
export function textOfValue(value: VariableValue): string {
  if (isSet(value)) return value.join("\n");
  if (typeof value === "boolean") return yesOrNo(value);
  return value === null ? "" : String(value);
}

/** A value as it is shown in a list: texts in quotation marks, so that an empty one is seen. */
export function shownValue(value: VariableValue, type: VariableType): string {
  if (isSet(value)) return value.length === 0 ? "none" : value.join(", ");
  return type === "string" ? `“${textOfValue(value)}”` : textOfValue(value);
}

/** The words of a type. */
export const TYPE_WORDS: Readonly<Record<VariableType, string>> = {
  boolean: "Yes or no",
  integer: "Whole number",
  number: "Number",
  string: "Text",
  enum: "One of a list",
  set: "Several of a list",
};
