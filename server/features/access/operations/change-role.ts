import { sql } from "drizzle-orm";
import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { requireAnotherOwner, requireMember, toMember } from "../people.ts";
import { Member, memberParams, role } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const changeRole = write({
  method: "PATCH",
  path: "/v1/members/{user_id}",
  scope: "admin",
  summary: "Change a member's role",
  description: "Only an owner makes or unmakes owners, and the last owner stays one.",
  params: memberParams,
  body: z.strictObject({ role: role.optional() }),
  output: Member,
  errors: ["forbidden", "not_found", "last_owner"],
  example: { role: "admin" },
  handle: async (context, { params, body }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const member = await requireMember(db, change.workspaceId, params.user_id);
    requireMemberRights(change.caller);
    if (body.role === undefined || body.role === member.role) return toMember(member);
    requireOverRole(change.caller, member.role);
    requireOverRole(change.caller, body.role);
    if (member.role === "owner") await requireAnotherOwner(db, change.workspaceId, member.user_id);
    await db.execute(
      sql`UPDATE memberships SET role = ${body.role} WHERE workspace_id = ${change.workspaceId} AND user_id = ${member.user_id}`,
    );
    await audit(db, change, {
      kind: "member.role_changed",
      subjectId: member.user_id,
      data: { from: member.role, to: body.role },
    });
    context.services.forgetCallers();
    return toMember({ ...member, role: body.role });
  },
});
