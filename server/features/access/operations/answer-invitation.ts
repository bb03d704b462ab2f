import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import type { WriteContext } from "../../../operation/context.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { endInvitation, type InvitationRow, joinBy, requireOwnInvitation, toInvitation } from "../invitations.ts";
import { requirePerson } from "../people.ts";
import { Invitation } from "../schemas.ts";

const answer = {
  method: "POST",
  scope: "read",
  forGuests: true,
  params: z.object({}),
  body: z.strictObject({ invitation_id: idOf("inv") }),
  output: Invitation,
  errors: ["forbidden", "not_found"],
  example: { invitation_id: "inv_01kan3tz5h0c1qv8m4d7e9xw2b" },
} as const;

export const acceptInvitation = write({
  ...answer,
  path: "/v1/me/invitations/accept",
  summary: "Accept an invitation",
  description: "For people, not keys. The person becomes a member of the workspace that invited them.",
  handle: async (context, { body }) => {
    const { row, userId, now } = await ownInvitation(context, body.invitation_id);
    // It may have been revoked or declined since it was read: then nobody joined, and the answer must not say so.
    if (!(await joinBy(context.db, row, { userId, now, requestId: context.requestId }))) throw new Problem("not_found");
    context.services.forgetCallers();
    return toInvitation({ ...row, state: "accepted" }, now);
  },
});

export const declineInvitation = write({
  ...answer,
  path: "/v1/me/invitations/decline",
  summary: "Decline an invitation",
  description: "For members, not keys. The workspace learns only that the invitation was declined.",
  handle: async (context, { body }) => {
    const { db, caller, requestId } = context;
    const { row, now } = await ownInvitation(context, body.invitation_id);
    if (!(await endInvitation(db, row.id, "declined"))) throw new Problem("not_found");
    const by = { workspaceId: row.workspace_id, actor: caller.actor, requestId, now };
    await audit(db, by, { kind: "invitation.declined", subjectId: row.id, data: { email: row.email } });
    return toInvitation({ ...row, state: "declined" }, now);
  },
});

async function ownInvitation(
  { db, caller, services }: WriteContext,
  id: string,
): Promise<{ row: InvitationRow; userId: string; now: number }> {
  const userId = requirePerson(caller);
  const now = services.clock.now();
  return { row: await requireOwnInvitation(db, userId, id, now), userId, now };
}
