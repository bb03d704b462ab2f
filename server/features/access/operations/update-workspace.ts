import { sql } from "drizzle-orm";
import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireWorkspaceRights } from "../grants.ts";
import { Workspace, workspaceFields } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";
import { requireWorkspace, toWorkspace } from "../workspaces.ts";

export const updateWorkspace = write({
  method: "PATCH",
  path: "/v1/workspace",
  scope: "admin",
  summary: "Rename the workspace",
  params: z.object({}),
  body: z.strictObject({ name: workspaceFields.name.optional() }),
  output: Workspace,
  errors: ["forbidden"],
  example: { name: "Lantern Street Games" },
  handle: async (context, { body }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    requireWorkspaceRights(change.caller);
    const workspace = await requireWorkspace(db, change.workspaceId);
    if (body.name === undefined || body.name === workspace.name) return toWorkspace(workspace);
    await db.execute(sql`UPDATE workspaces SET name = ${body.name} WHERE id = ${change.workspaceId}`);
    await audit(db, change, {
      kind: "workspace.updated",
      subjectId: change.workspaceId,
      data: { changed: { name: { from: workspace.name, to: body.name } } },
    });
    return toWorkspace({ ...workspace, name: body.name });
  },
});
