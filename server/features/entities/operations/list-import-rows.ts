import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { countRows, findImport, listRows } from "../import/kept-imports.ts";
import { ImportRow, importParams, ROW_OUTCOMES } from "../import/schemas.ts";

export const listImportRows = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-imports/{import_id}/rows",
  scope: "read",
  summary: "List the rows of an import",
  description: "Outcomes of the rows, in the order of the file.",
  params: importParams,
  query: z.object({
    ...keysetQuery,
    outcome: z.enum(ROW_OUTCOMES).optional().meta({ description: "Only rows with this outcome." }),
    q: text({ min: 1, max: 200 }).optional().meta({ description: "Part of the name or the external_id." }),
  }),
  output: listOutput("rows", ImportRow),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params, query: { outcome, q = null, ...query } }) => {
    const { db, project } = context;
    const kept = await findImport(db, project.id, params.import_id);
    if (kept === null) throw new Problem("not_found");
    const asked = { outcome: outcome === undefined ? [] : [outcome], q };
    const order: KeysetOrder = { keys: { number: sql`number` }, order: "asc" };
    const total = await countRows(db, kept, asked);
    const page = await readKeyset(context, query, order, (cut) => listRows(db, kept, asked, cut));
    return { ...page, total };
  },
});
