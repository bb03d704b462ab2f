import { type Failure, valueError } from "./item.ts";

const NUL: Failure = valueError("NUL characters are not allowed");

const LONE_SURROGATE: Failure = {
  type: "string_unicode",
  msg: "Input should be a valid string, unable to parse raw data as a unicode string",
};

/**
 * Checks a text for characters that no field may hold: PostgreSQL stores no NUL, and a lone surrogate is not Unicode
 * text, so either would be changed or fail on its way to the database.
 */
export function checkText(text: string): Failure | null {
  if (text.includes("\0")) return NUL;
  if (!text.isWellFormed()) return LONE_SURROGATE;
  return null;
}
