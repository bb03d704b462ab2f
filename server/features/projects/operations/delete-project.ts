import { sql } from "drizzle-orm";
import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectResource } from "../project.ts";
import { projectParams } from "../schemas.ts";

export const deleteProject = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}",
  scope: "admin",
  summary: "Delete a project",
  description: "Everything in it answers 404 from then on. It can be restored for 30 days.",
  params: projectParams,
  output: z.object({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: z.iso.datetime(),
    restorable_until: z.iso.datetime(),
  }),
  alone: true,
  whileArchived: true,
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, projectResource, params.project_id);
    context.record.remove(projectResource, version);
    await context.record.commit();
    const now = context.services.clock.now();
    const deletedAt = new Date(now).toISOString();
    await context.db.execute(
      sql`UPDATE project_heads SET deleted_at = ${deletedAt} WHERE project_id = ${params.project_id}`,
    );
    return {
      id: params.project_id,
      deleted: true as const,
      deleted_at: deletedAt,
      restorable_until: new Date(now + RESTORABLE_MS).toISOString(),
    };
  },
});

/** Time for which a deleted project can be restored, in milliseconds. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;
