import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import { joinBy, requireOwnInvitation, toInvitation } from "../invitations.ts";
import { requirePerson } from "../people.ts";
import { Invitation } from "../schemas.ts";

export const acceptInvitation = write({
  method: "POST",
  path: "/v1/me/invitations/accept",
  scope: "read",
  summary: "Accept an invitation",
  description: "For people, not keys. The person becomes a member of the workspace that invited them.",
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
    // It may have been revoked or declined since it was read: then nobody joined, and the answer must not say so.
    if (!(await joinBy(db, row, { userId, now, requestId: context.requestId }))) throw new Problem("not_found");
    services.forgetCallers();
    return toInvitation({ ...row, state: "accepted" }, now);
  },
});
