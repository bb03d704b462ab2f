import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { listImports as readImports, toImports } from "../import/kept-imports.ts";
import { EntityImport } from "../import/schemas.ts";

export const listImports = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-imports",
  scope: "read",
  summary: "List imports",
  description: "Imports and undos of imports, newest first. Kept for 30 days.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    dry_run: flag().optional().meta({ description: "Only dry runs, or only imports that wrote." }),
  }),
  output: listOutput("imports", EntityImport),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project }, { query }) => {
    const { imports, total } = await readImports(db, project.id, query);
    const has_more = hasMore(total, query.offset, imports.length);
    return { imports: await toImports(db, imports), total, has_more };
  },
});
