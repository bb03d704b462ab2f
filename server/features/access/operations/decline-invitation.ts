import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { endInvitation, requireOwnInvitation, toInvitation } from "../invitations.ts";
import { requirePerson } from "../people.ts";
import { Invitation } from "../schemas.ts";

export const declineInvitation = write({
  method: "POST",
  path: "/v1/me/invitations/decline",
  scope: "read",
  summary: "Decline an invitation",
  description: "For people, not keys. The workspace is told no more than that.",
  params: z.object({}),
  body: z.strictObject({ invitation_id: idOf("inv") }),
  output: Invitation,
  errors: ["forbidden", "not_found"],
  example: { invitation_id: "inv_01kan3tz5h0c1qv8m4d7e9xw2b" },
  handle: async (context, { body }) => {
    const { db, caller, services } = context;
    const userId = requirePerson(caller);
    const now = services.clock.now();
    const row = await requireOwnInvitation(db, userId, body.invitation_id, now);
    const by = { workspaceId: row.workspace_id, actor: caller.actor, requestId: context.requestId, now };
    if (!(await endInvitation(db, row.id, "declined"))) throw new Problem("not_found");
    await audit(db, by, { kind: "invitation.declined", subjectId: row.id, data: { email: row.email } });
    return toInvitation({ ...row, state: "declined" }, now);
  },
});
