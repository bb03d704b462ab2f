import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { countImports, listImports as readImports, toImports } from "../import/kept-imports.ts";
import { EntityImport } from "../import/schemas.ts";

export const listImports = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-imports",
  scope: "read",
  summary: "List imports",
  description: "Imports and undos of imports, newest first. Kept for 30 days.",
  params: projectScope,
  query: z.object({
    ...keysetQuery,
    dry_run: flag().optional().meta({ description: "Only dry runs, or only imports that wrote." }),
  }),
  output: listOutput("imports", EntityImport),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project } = context;
    const order: KeysetOrder = { keys: { id: sql`i.id` }, order: "desc" };
    const total = await countImports(db, project.id, query);
    const { rows, has_more } = await readKeyset(context, query, order, (page) =>
      readImports(db, project.id, query, page),
    );
    return { imports: await toImports(db, rows), total, has_more };
  },
});
