import { sql } from "drizzle-orm";
import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { endInvitation, isOpen, requireInvitation, toInvitation } from "../invitations.ts";
import { Invitation, invitationParams } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const revokeInvitation = write({
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
    if (!(await endInvitation(db, row.id, "revoked"))) throw new Problem("not_found");
    await audit(db, change, { kind: "invitation.revoked", subjectId: row.id, data: { email: row.email } });
    return toInvitation({ ...row, state: "revoked" }, change.now);
  },
});
