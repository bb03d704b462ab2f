import { sql } from "drizzle-orm";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { makeEntryLink } from "../entry-links.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { DAY_MS, INVITATION_DAYS, isOpen, requireInvitation, toInvitation } from "../invitations.ts";
import { mailLink } from "../mail-link.ts";
import { invitationParams, NewInvitation } from "../schemas.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

export const renewInvitation = write({
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
    const { workspaceId, now } = change;
    const mine = sql`i.id = ${params.invitation_id} AND i.workspace_id = ${workspaceId}`;
    const row = await requireInvitation(db, sql`${mine} AND ${isOpen(now)}`);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, row.role);
    const expiresAt = now + INVITATION_DAYS * DAY_MS;
    await db.execute(sql`UPDATE workspace_invitations SET expires_at = ${moment(expiresAt)} WHERE id = ${row.id}`);
    const link = { kind: "invitation", subjectId: row.id, role: row.role, expiresAt } as const;
    const url = await makeEntryLink(db, change, link, context.services);
    await audit(db, change, { kind: "invitation.renewed", subjectId: row.id, data: { email: row.email } });
    const mailed = await mailLink(context, change, { kind: "invitation", email: row.email, url, expiresAt });
    return { ...toInvitation({ ...row, expires_at: moment(expiresAt) }, now), url, mailed };
  },
});
