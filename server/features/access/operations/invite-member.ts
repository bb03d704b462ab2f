import { z } from "zod";
import { hashPassword } from "../../../auth/passwords.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import { requireMemberRights, requireOverRole, requireProject } from "../grants.ts";
import { invite } from "../invite.ts";
import { invitationDays, NewInvitation, personFields, projectRole, role } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const inviteMember = write({
  method: "POST",
  path: "/v1/invitations",
  scope: "admin",
  summary: "Invite someone",
  description:
    "Invites a person by e-mail. The answer has a link for them, shown once and good once, by which a new person chooses a name and a password; a " +
    "person with an account accepts or declines after signing in. The answer is the same in both cases, so it does not reveal who has an " +
    "account. A password given here is the first one of a new person, for scripts. Only an owner can invite owners. [Guests](/docs/reference/project-members#projectMembers_invite) of a project are invited there.",
  params: z.object({}),
  body: z.strictObject({
    email: personFields.email,
    role,
    name: personFields.name.optional().meta({ description: "Of someone new; the e-mail when it is left out." }),
    password: personFields.password.optional().meta({ description: "The first password of someone new." }),
    project_id: idOf("prj")
      .optional()
      .meta({ description: "Project for which the person is invited, where they begin." }),
    project_role: projectRole
      .optional()
      .meta({ description: "Role in that project, where it is to be stronger than the one in the workspace." }),
    expires_in_days: invitationDays,
  }),
  output: NewInvitation,
  status: 201,
  errors: ["forbidden", "name_taken", "plan_limit_reached"],
  secretOutput: true,
  example: { email: "ana@example.com", name: "Ana", role: "designer" },
  prepare: async ({ body }) => (body.password === undefined ? null : await hashPassword(body.password)),
  handle: async (context, { body }, passwordHash) => {
    const change = await openWorkspace(context, "admin");
    requireMemberRights(change.caller);
    requireOverRole(change.caller, body.role);
    const { email, name, role, project_id: projectId = null, project_role: projectRole = null } = body;
    if (projectId !== null) await requireProject(context.db, change.caller, projectId);
    if (projectRole !== null && projectId === null) {
      throw invalidValue(["body", "project_role"], "a role in a project goes with `project_id`", projectRole);
    }
    const days = body.expires_in_days;
    return invite(context, change, { email, name, passwordHash, role, projectId, projectRole, days });
  },
});
