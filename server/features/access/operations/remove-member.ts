import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { removeMembership, requireAnotherOwner, requireMember } from "../people.ts";
import { removeProjectRoles } from "../project-members.ts";
import { memberParams } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const removeMember = write({
  method: "DELETE",
  path: "/v1/members/{user_id}",
  scope: "admin",
  summary: "Remove a member",
  description:
    "They are refused everywhere within a second, in projects they have a role in too. Keys belong to the workspace: those they made keep working until they are revoked.",
  params: memberParams,
  output: z.object({ user_id: z.string(), deleted: z.literal(true) }),
  errors: ["forbidden", "not_found", "last_owner"],
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const member = await requireMember(db, change.workspaceId, params.user_id);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, member.role);
    if (member.role === "owner") await requireAnotherOwner(db, change.workspaceId, member.user_id);
    await removeProjectRoles(db, change.workspaceId, member.user_id, null);
    await removeMembership(db, change, member);
    context.services.forgetCallers();
    return { user_id: member.user_id, deleted: true as const };
  },
});
