import { firstWords } from "#domain/first-words.ts";
import type { JsonObject } from "#domain/json.ts";

/** Fields that say what something is called, the best first. */
export const NAME_FIELDS = ["name", "title", "text", "reason", "type"];

/** Returns the display name of a recorded subject: its name or title, or the first words of its text. */
export function subjectName(state: JsonObject): string {
  for (const field of NAME_FIELDS) {
    const value = state[field];
    if (typeof value === "string" && value.trim() !== "") return firstWords(value);
  }
  return "";
}
