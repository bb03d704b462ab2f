import { sql } from "drizzle-orm";
import { write } from "../../../operation/operation.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { isOpen, requireInvitation } from "../invitations.ts";
import { revokeInvitation } from "../invite.ts";
import { Invitation, invitationParams } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const revokeWorkspaceInvitation = write({
  method: "DELETE",
  path: "/v1/invitations/{invitation_id}",
  scope: "admin",
  summary: "Revoke an invitation",
  params: invitationParams,
  output: Invitation,
  errors: ["forbidden", "not_found"],
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const mine = sql`i.id = ${params.invitation_id} AND i.workspace_id = ${change.workspaceId}`;
    const row = await requireInvitation(db, sql`${mine} AND ${isOpen(change.now)}`);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, row.role);
    return revokeInvitation(db, change, row);
  },
});
