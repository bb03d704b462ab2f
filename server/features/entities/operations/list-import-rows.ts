import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findImport, listRows } from "../import/kept-imports.ts";
import { ImportRow, importParams, ROW_OUTCOMES } from "../import/schemas.ts";

export const listImportRows = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-imports/{import_id}/rows",
  scope: "read",
  summary: "List the rows of an import",
  description: "Outcomes of the rows, in the order of the file.",
  params: importParams,
  query: z.object({
    ...pageQuery,
    outcome: z.enum(ROW_OUTCOMES).optional().meta({ description: "Only rows with this outcome." }),
    q: text({ min: 1, max: 200 }).optional().meta({ description: "Part of the name or the external_id." }),
  }),
  output: listOutput("rows", ImportRow),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project }, { params, query: { limit, offset, outcome, q = null } }) => {
    const kept = await findImport(db, project.id, params.import_id);
    if (kept === null) throw new Problem("not_found");
    const asked = { outcome: outcome === undefined ? [] : [outcome], q, limit, offset };
    const { rows, total } = await listRows(db, kept, asked);
    return { rows, total, has_more: hasMore(total, offset, rows.length) };
  },
});
