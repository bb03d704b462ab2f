import type { Outputs } from "../api/client.ts";

export type FieldChange = NonNullable<Outputs["record"]["history"]["rows"]>[number]["changes"][number];

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

/** Returns the last token of a JSON pointer. */
export const lastName = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

/** Both texts of a change that is about words; null for any other. */
export function proseOf({ field, before, after }: FieldChange): { before: string; after: string } | null {
  if (!PROSE.has(lastName(field))) return null;
  const text = (value: unknown) => (typeof value === "string" ? value : value === null ? "" : null);
  const [old, now] = [text(before), text(after)];
  return old === null || now === null ? null : { before: old, after: now };
}
