import { z } from "zod";
import { EXPORT_FORMATS } from "#domain/export/formats.ts";
import { jsonValue } from "../../../kernel/page.ts";
import { JsonPieces, openObject } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { openDialogue } from "../export/exported-dialogue.ts";
import { documentPieces, exportName } from "../export/formats.ts";
import { requireGraph } from "../read-graph.ts";
import { graphParams } from "../schemas.ts";

const DialogueExport = z
  .object({
    format: z.enum(EXPORT_FORMATS),
    filename: z.string().meta({ description: "A name to save it under." }),
    content: jsonValue.meta({
      description:
        "The document: a JSON object for `fabula_json`, a string for the others. An import takes it as it is, but for `lines_csv`.",
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
      .meta({ description: "Content that the format cannot express." }),
  })
  .meta({ id: "DialogueExport" });

export const exportDialogue = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/export",
  scope: "read",
  long: true,
  summary: "Export a dialogue",
  description:
    "`fabula_json` is complete: it has names and keys in place of ids, the variables used and the names of speakers. Importing it, here or in another project, and exporting again gives the same document. `twee3`, `yarn` and `ink` have everything that Twee, Yarn Spinner and ink can express; `report` lists the rest. `lines_csv` is a table of every text and worded choice with its ids, in reading order; values that a spreadsheet would run as a formula are prefixed with an apostrophe.",
  params: graphParams,
  query: z.object({ format: z.enum(EXPORT_FORMATS).default("fabula_json") }),
  output: DialogueExport,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services }, { params, query: { format } }) => {
    const graph = await requireGraph(db, project.id, params.graph_id, atSeq);
    const source = { db: services.database.reads, projectId: project.id, seq: atSeq ?? project.lastSeq };
    return new JsonPieces(async function* () {
      yield `${openObject({ format, filename: exportName(graph.name, format) })},"content":`;
      const dialogue = await openDialogue(graph, source, {
        isNamed: format !== "fabula_json" && format !== "lines_csv",
      });
      const report = yield* documentPieces(dialogue, format);
      const remarks = report.map(({ severity, code, message, node_key }) => {
        return { severity, code, message, node_id: node_key };
      });
      yield `,"report":${JSON.stringify(remarks)}}`;
    });
  },
});
