import { sql } from "drizzle-orm";
import { z } from "zod";
import { openProject } from "../../../operation/gate.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { insertProjectRole, requireProjectMember, toProjectMember } from "../project-members.ts";
import { ProjectMember, projectMemberParams, projectRole } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const changeProjectRole = write({
  method: "PATCH",
  path: "/v1/projects/{project_id}/members/{user_id}",
  scope: "admin",
  summary: "Change a role in a project",
  description:
    "Gives somebody of the workspace a role in the project too, or changes the one they have there. One that is weaker than their role in the workspace has no effect.",
  params: projectMemberParams,
  body: z.strictObject({ role: projectRole }),
  output: ProjectMember,
  errors: ["not_found"],
  example: { role: "writer" },
  handle: async (context, { params, body: { role } }) => {
    const { db } = context;
    const { project_id: projectId, user_id: userId } = params;
    await openProject(db, context.caller, projectId);
    const change = await openWorkspace(context, "admin", projectId);
    const { caller } = change;
    const member = await requireProjectMember(db, caller, projectId, userId);
    if (member.project_role === role) return toProjectMember(member, caller);
    if (!(await insertProjectRole(db, change, { projectId, userId, projectRole: role }))) {
      await db.execute(
        sql`UPDATE project_members SET role = ${role} WHERE project_id = ${projectId} AND user_id = ${userId}`,
      );
    }
    const data = { project_id: projectId, from: member.project_role, to: role };
    await audit(db, change, { kind: "member.project_role_changed", subjectId: userId, data });
    context.services.forgetCallers();
    return toProjectMember(await requireProjectMember(db, caller, projectId, userId), caller);
  },
});
