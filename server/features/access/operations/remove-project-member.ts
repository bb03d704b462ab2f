import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { openProject } from "../../../operation/gate.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { removeMembership } from "../people.ts";
import { removeProjectRoles, requireProjectMember } from "../project-members.ts";
import { projectMemberParams } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const removeProjectMember = write({
  method: "DELETE",
  path: "/v1/projects/{project_id}/members/{user_id}",
  scope: "admin",
  summary: "Remove a member from a project",
  description:
    "Takes away the role in the project. A guest is refused there within a second, open streams included, and leaves the workspace with their last project. People of the workspace keep the role they have in it.",
  params: projectMemberParams,
  output: z.object({ user_id: z.string(), deleted: z.literal(true) }),
  errors: ["not_found", "forbidden"],
  handle: async (context, { params }) => {
    const { db } = context;
    const { project_id: projectId, user_id: userId } = params;
    await openProject(db, context.caller, projectId);
    const change = await openWorkspace(context, "admin", projectId);
    const { workspaceId } = change;
    const member = await requireProjectMember(db, change.caller, projectId, userId);
    if (member.project_role === null) {
      throw new Problem("forbidden", {
        message: "This person can open the project by their role in the workspace.",
        detail: { role: member.workspace_role },
      });
    }
    const isElsewhere = await removeProjectRoles(db, workspaceId, userId, projectId);
    const data = { project_id: projectId, role: member.project_role };
    await audit(db, change, { kind: "member.project_role_removed", subjectId: userId, data });
    if (member.workspace_role === "guest" && !isElsewhere) {
      await removeMembership(db, change, { ...member, role: member.workspace_role });
    }
    context.services.forgetCallers();
    return { user_id: userId, deleted: true as const };
  },
});
