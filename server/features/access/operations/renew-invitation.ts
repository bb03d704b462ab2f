import { sql } from "drizzle-orm";
import { write } from "../../../operation/operation.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { isOpen, requireInvitation } from "../invitations.ts";
import { renewInvitation } from "../invite.ts";
import { invitationParams, NewInvitation } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const renewWorkspaceInvitation = write({
  method: "POST",
  path: "/v1/invitations/{invitation_id}/link",
  scope: "admin",
  summary: "Make a new link for an invitation",
  description:
    "The link that was shown before opens nothing from then on. The invitation is valid for 7 days from now.",
  params: invitationParams,
  output: NewInvitation,
  status: 201,
  errors: ["forbidden", "not_found"],
  secretOutput: true,
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const mine = sql`i.id = ${params.invitation_id} AND i.workspace_id = ${change.workspaceId}`;
    const row = await requireInvitation(db, sql`${mine} AND ${isOpen(change.now)}`);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, row.role);
    return renewInvitation(context, change, row);
  },
});
