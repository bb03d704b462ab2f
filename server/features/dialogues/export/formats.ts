import type { ImportedStory } from "#domain/import/story.ts";
import type { Json } from "../../../kernel/json.ts";
import { slug } from "../import/slug.ts";

export const EXPORT_FORMATS = ["fabula_json", "twee3"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const ENDINGS: Record<ExportFormat, string> = { fabula_json: ".fabula.json", twee3: ".twee" };
const NAME_LENGTH = 80;

/** A story as a document of a format, and a name for the file. */
export function exportStory(story: ImportedStory, format: ExportFormat): { filename: string; content: Json } {
  const filename = `${slug(story.name ?? "", NAME_LENGTH) || "dialogue"}${ENDINGS[format]}`;
  return { filename, content: story as unknown as Json };
}
