import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { makeEntryLink } from "../entry-links.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { DAY_MS } from "../invitations.ts";
import { mailLink } from "../mail-link.ts";
import { requireMember, requireOnlyHere } from "../people.ts";
import { memberParams, PasswordLink } from "../schemas.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

export const createPasswordLink = write({
  method: "POST",
  path: "/v1/members/{user_id}/password-link",
  scope: "admin",
  summary: "Make a link to choose a new password",
  description:
    "For someone who forgot theirs: the link is shown once, works once and for 24 hours, and ends any earlier one. Their password and sessions stay " +
    "until they use it. Not for oneself, and not for someone who is a member of other workspaces too.",
  params: memberParams,
  output: PasswordLink,
  status: 201,
  errors: ["forbidden", "not_found"],
  secretOutput: true,
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const { user_id, role, email } = await requireMember(db, change.workspaceId, params.user_id);
    requireMemberRights(change.caller);
    requireOverRole(change.caller, role);
    // A session left open on someone's desk must not be enough to take over its owner's account.
    if (change.caller.id === user_id) {
      throw new Problem("forbidden", { message: "Change your own password with POST /v1/me/password." });
    }
    await requireOnlyHere(db, change.workspaceId, user_id);
    const expiresAt = change.now + DAY_MS;
    const link = { kind: "password", subjectId: user_id, role, expiresAt } as const;
    const url = await makeEntryLink(db, change, link, context.services);
    await audit(db, change, { kind: "member.password_link_created", subjectId: user_id });
    const mailed = await mailLink(context, change, { kind: "password", email, url, expiresAt });
    return { user_id, url, mailed, expires_at: moment(expiresAt) };
  },
});
