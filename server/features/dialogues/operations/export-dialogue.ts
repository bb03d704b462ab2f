import { z } from "zod";
import { jsonValue } from "../../../kernel/page.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import { EXPORT_FORMATS, exportName } from "../export/formats.ts";
import { requireGraph } from "../read-graph.ts";
import { graphParams } from "../schemas.ts";

export const exportDialogue = declareExport({
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/export",
  summary: "Export a dialogue",
  description:
    "`fabula_json` is complete: it has names and keys in place of ids, the variables used and the names of speakers. Importing it, here or in another project, and exporting again gives the same document. `twee3`, `yarn` and `ink` have everything that Twee, Yarn Spinner and ink can express; `report` lists the rest. `lines_csv` is a table of every text and worded choice with its ids, in reading order; values that a spreadsheet would run as a formula are prefixed with an apostrophe.",
  params: graphParams,
  id: "DialogueExport",
  content: jsonValue.meta({
    description:
      "The document: a JSON object for `fabula_json`, a string for the others. An import takes it as it is, but for `lines_csv`.",
  }),
  more: {
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
  },
  formats: EXPORT_FORMATS,
  open: async ({ db, project, atSeq, services }, { params }) => {
    const graph = await requireGraph(db, project.id, params.graph_id, atSeq);
    const from = { db: services.database.reads, projectId: project.id, seq: atSeq ?? project.lastSeq };
    return { name: exportName(graph.name), source: { graph, from } };
  },
});
