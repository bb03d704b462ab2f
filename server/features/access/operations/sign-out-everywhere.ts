import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { endSessions, requirePerson } from "../people.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const signOutEverywhere = write({
  method: "POST",
  path: "/v1/me/sign-out-everywhere",
  scope: "read",
  forGuests: true,
  summary: "Sign out everywhere",
  description: "For people, not keys. Ends every session, this one included.",
  params: z.object({}),
  output: z.object({ user_id: z.string(), signed_out: z.literal(true) }),
  errors: ["forbidden"],
  handle: async (context) => {
    const userId = requirePerson(context.caller);
    const change = await openWorkspace(context, "read");
    await endSessions(context.db, userId);
    await audit(context.db, change, { kind: "member.signed_out", subjectId: userId });
    context.services.forgetCallers();
    return { user_id: userId, signed_out: true as const };
  },
});
