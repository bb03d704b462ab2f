import { z } from "zod";
import { jsonValue } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { loadDialogue } from "../export/exported-dialogue.ts";
import { EXPORT_FORMATS, exportDocument } from "../export/formats.ts";
import { graphParams } from "../schemas.ts";

const DialogueExport = z
  .object({
    format: z.enum(EXPORT_FORMATS),
    filename: z.string().meta({ description: "A name to save it under." }),
    content: jsonValue.meta({
      description: "The document: a JSON object for `fabula_json`, a string for `twee3`. An import takes it as it is.",
    }),
    report: z
      .array(
        z.object({
          severity: z.enum(["info", "warning", "error"]),
          code: z.string(),
          message: z.string(),
          node_id: z.string().nullable(),
        }),
      )
      .meta({ description: "What the format has no words for." }),
  })
  .meta({ id: "DialogueExport" });

export const exportDialogue = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/export",
  scope: "read",
  long: true,
  summary: "Export a dialogue",
  description:
    "`fabula_json` holds all of it, under names and keys in place of ids, with the variables it uses and the names of its speakers: importing it, here or in another project, and exporting again gives the same document. `twee3` holds what Twee has words for.",
  params: graphParams,
  query: z.object({ format: z.enum(EXPORT_FORMATS).default("fabula_json") }),
  output: DialogueExport,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    const dialogue = await loadDialogue(db, project.id, params.graph_id, atSeq);
    const { filename, content, report } = exportDocument(dialogue, query.format);
    return {
      format: query.format,
      filename,
      content,
      report: report.map(({ severity, code, message, node_key }) => ({ severity, code, message, node_id: node_key })),
    };
  },
});
