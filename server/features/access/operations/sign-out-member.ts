import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { endSessionsIn, requireMember, toMember } from "../people.ts";
import { Member, memberParams } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const signOutMember = write({
  method: "POST",
  path: "/v1/members/{user_id}/sign-out-everywhere",
  scope: "admin",
  summary: "Sign a member out",
  description:
    "Ends every session of the member in this workspace, on all devices. Sessions in other workspaces are kept.",
  params: memberParams,
  output: Member,
  errors: ["forbidden", "not_found"],
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const member = await requireMember(db, change.workspaceId, params.user_id);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, member.role);
    await endSessionsIn(db, change.workspaceId, member.user_id);
    await audit(db, change, { kind: "member.signed_out", subjectId: member.user_id });
    context.services.forgetCallers();
    return toMember(member);
  },
});
