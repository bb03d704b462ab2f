import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { listQuery, listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { column } from "../../../record/list/row.ts";
import { projectScope, toVariable, Variable, variableFields } from "../schemas.ts";
import { variableResource } from "../variable.ts";

export const listVariables = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/variables",
  scope: "read",
  summary: "List variables",
  params: projectScope,
  query: z.object({ ...listQuery, name: variableFields.name.optional(), type: variableFields.type.optional() }),
  output: listOutput("variables", Variable),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const where: SQL[] = [];
    if (query.name !== undefined) where.push(sql`${column("name")} = ${query.name}`);
    if (query.type !== undefined) where.push(sql`${column("type")} = ${query.type}`);
    const page = await listResource(context, variableResource, query, {
      sortable: { columns: { id: {}, name: {}, type: {}, created_at: {}, updated_at: {} }, properties: false },
      where,
    });
    return { variables: page.rows.map(toVariable), total: page.total, has_more: page.has_more };
  },
});
