import { exportFabulaJson } from "#domain/export/fabula-json.ts";
import { exportTwee3 } from "#domain/export/twee3.ts";
import type { FabulaDocument } from "#domain/import/fabula/format.ts";
import type { ReportItem } from "#domain/import/story.ts";
import type { Json } from "../../../kernel/json.ts";
import { slug } from "../import/slug.ts";
import type { LoadedDialogue } from "./exported-dialogue.ts";

export const EXPORT_FORMATS = ["fabula_json", "twee3"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const ENDINGS: Record<ExportFormat, string> = { fabula_json: ".fabula.json", twee3: ".twee" };
const NAME_LENGTH = 80;

/** A dialogue as a document of a format, a name for the file, and remarks on what the format cannot say. */
export function exportDocument(
  dialogue: LoadedDialogue,
  format: ExportFormat,
): { filename: string; content: Json; report: ReportItem[] } {
  const filename = `${slug(dialogue.graph.name, NAME_LENGTH) || "dialogue"}${ENDINGS[format]}`;
  if (format === "twee3") return { filename, ...exportTwee3(dialogue) };
  return { filename, content: withPartKeys(exportFabulaJson(dialogue), dialogue) as unknown as Json, report: [] };
}

/**
 * Groups and annotations under keys that stay theirs when others come or go, where the document counts them: an import
 * into the same project then knows each of them again.
 */
function withPartKeys(document: FabulaDocument, { groupKeys, annotationKeys }: LoadedDialogue): FabulaDocument {
  return {
    ...document,
    graphs: document.graphs.map((graph) => {
      const keys = new Map(graph.groups.map(({ key }, index) => [key, groupKeys[index] ?? key]));
      return {
        ...graph,
        nodes: graph.nodes.map((node) => ({
          ...node,
          group_key: node.group_key === null ? null : (keys.get(node.group_key) ?? node.group_key),
        })),
        groups: graph.groups.map((group) => ({ ...group, key: keys.get(group.key) ?? group.key })),
        annotations: graph.annotations.map((annotation, index) => ({
          ...annotation,
          key: annotationKeys[index] ?? annotation.key,
        })),
      };
    }),
  };
}
