import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { listQuery, listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { column } from "../../../record/list/row.ts";
import { checkpointResource } from "../checkpoint.ts";
import { Checkpoint, checkpointFields, projectScope, toCheckpoint } from "../schemas.ts";

export const listCheckpoints = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/checkpoints",
  scope: "read",
  summary: "List checkpoints",
  params: projectScope,
  query: z.object({ ...listQuery, name: checkpointFields.name.optional() }),
  output: listOutput("checkpoints", Checkpoint),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const where: SQL[] = [];
    if (query.name !== undefined) where.push(sql`${column("name")} = ${query.name}`);
    const page = await listResource(context, checkpointResource, query, {
      sortable: { columns: { id: {}, name: {}, seq: {}, created_at: {}, updated_at: {} }, properties: false },
      where,
    });
    return { checkpoints: page.rows.map(toCheckpoint), total: page.total, has_more: page.has_more };
  },
});
