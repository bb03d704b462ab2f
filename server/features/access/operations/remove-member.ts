import { sql } from "drizzle-orm";
import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { requireAnotherOwner, requireMember } from "../people.ts";
import { memberParams } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const removeMember = write({
  method: "DELETE",
  path: "/v1/members/{user_id}",
  scope: "admin",
  summary: "Remove a member",
  description:
    "They are refused everywhere within a second. Keys belong to the workspace: those they made keep working until they are revoked.",
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
    await db.execute(
      sql`DELETE FROM memberships WHERE workspace_id = ${change.workspaceId} AND user_id = ${member.user_id}`,
    );
    await audit(db, change, {
      kind: "member.removed",
      subjectId: member.user_id,
      data: { email: member.email, role: member.role },
    });
    context.services.forgetCallers();
    return { user_id: member.user_id, deleted: true as const };
  },
});
