import { z } from "zod";
import { hashPassword } from "../../../auth/passwords.ts";
import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { requireMember, requireOnlyHere, setPassword, toMember } from "../people.ts";
import { Member, memberParams, personFields } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const setMemberPassword = write({
  method: "POST",
  path: "/v1/members/{user_id}/password",
  scope: "admin",
  summary: "Set a member's password",
  description:
    "For someone who forgot theirs; all their sessions end. Not for oneself (`POST /v1/me/password` asks for the current " +
    "one), and not for someone who is a member of other workspaces too.",
  params: memberParams,
  body: z.strictObject({ password: personFields.password }),
  output: Member,
  errors: ["forbidden", "not_found"],
  example: { password: "correct horse battery" },
  prepare: ({ body }) => hashPassword(body.password),
  handle: async (context, { params }, passwordHash) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const member = await requireMember(db, change.workspaceId, params.user_id);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, member.role);
    // A session left open on someone's desk must not be enough to take over its owner's account.
    if (change.caller.id === member.user_id) {
      throw new Problem("forbidden", { message: "Change your own password with POST /v1/me/password." });
    }
    await requireOnlyHere(db, change.workspaceId, member.user_id);
    await setPassword(db, member.user_id, passwordHash);
    await audit(db, change, { kind: "member.password_set", subjectId: member.user_id });
    context.services.forgetCallers();
    return toMember(member);
  },
});
