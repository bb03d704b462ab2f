import { sql } from "drizzle-orm";
import { z } from "zod";
import { normalEmail } from "../../../auth/email.ts";
import { hashPassword } from "../../../auth/passwords.ts";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import type { Columns } from "../../../record/database.ts";
import { audit } from "../audit.ts";
import { makeEntryLink } from "../entry-links.ts";
import { requireMemberRights, requireOverRole, requireProject } from "../grants.ts";
import { DAY_MS, findInvitations, INVITATION_DAYS, toInvitation } from "../invitations.ts";
import { mailLink } from "../mail-link.ts";
import { requirePlanRoom } from "../plan-room.ts";
import { NewInvitation, personFields, role } from "../schemas.ts";
import { countSeats } from "../seats.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

export const inviteMember = write({
  method: "POST",
  path: "/v1/invitations",
  scope: "admin",
  summary: "Invite someone",
  description:
    "Invites a person by e-mail. The answer has a link for them, shown once and good once, by which a new person chooses a name and a password; a " +
    "person with an account accepts or declines after signing in. The answer is the same in both cases, so it does not reveal who has an " +
    "account. A password given here is the first one of a new person, for scripts. Only an owner can invite owners.",
  params: z.object({}),
  body: z.strictObject({
    email: personFields.email,
    role,
    name: personFields.name.optional().meta({ description: "Of someone new; the e-mail when it is left out." }),
    password: personFields.password.optional().meta({ description: "The first password of someone new." }),
    project_id: idOf("prj")
      .optional()
      .meta({ description: "Project for which the person is invited, where they begin." }),
    expires_in_days: z.int().min(1).max(30).default(INVITATION_DAYS).meta({ description: "Days until it expires." }),
  }),
  output: NewInvitation,
  status: 201,
  errors: ["forbidden", "name_taken", "plan_limit_reached"],
  secretOutput: true,
  example: { email: "ana@example.com", name: "Ana", role: "designer" },
  prepare: async ({ body }) => (body.password === undefined ? null : await hashPassword(body.password)),
  handle: async (context, { body }, passwordHash) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    requireMemberRights(change.caller);
    requireOverRole(change.caller, body.role);
    const { workspaceId, now } = change;
    if (body.project_id !== undefined) await requireProject(db, change.caller, body.project_id);
    const email = normalEmail(body.email);
    const [member] = await db.execute<Columns<"memberships", "user_id">>(
      sql`SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND u.email = ${email}`,
    );
    if (member !== undefined) {
      throw new Problem("name_taken", { message: "This person is already a member.", detail: { id: member.user_id } });
    }
    await db.execute(
      sql`UPDATE workspace_invitations SET state = 'expired', password_hash = NULL
          WHERE workspace_id = ${workspaceId} AND email = ${email} AND state = 'pending' AND expires_at <= ${moment(now)}`,
    );
    await requirePlanRoom(db, workspaceId, "members", () => countSeats(db, workspaceId, now));
    const id = newId("inv", now);
    const expiresAt = now + body.expires_in_days * DAY_MS;
    const made = await db.execute(
      sql`INSERT INTO workspace_invitations
            (id, workspace_id, email, name, role, password_hash, project_id, state, created_by, created_at, expires_at)
          VALUES (${id}, ${workspaceId}, ${email}, ${body.name ?? email}, ${body.role}, ${passwordHash},
            ${body.project_id ?? null}, 'pending', ${change.actor}, ${moment(now)}, ${moment(expiresAt)})
          ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (made.length === 0) throw new Problem("name_taken", { message: "This e-mail is invited already." });
    await audit(db, change, { kind: "invitation.created", subjectId: id, data: { email, role: body.role } });
    const [row] = await findInvitations(db, sql`i.id = ${id}`);
    if (row === undefined) throw new Error("a new invitation has no row");
    const link = { kind: "invitation", subjectId: id, role: body.role, expiresAt } as const;
    const url = await makeEntryLink(db, change, link, context.services);
    const mailed = await mailLink(context, change, { kind: "invitation", email, url, expiresAt });
    return { ...toInvitation(row, now), url, mailed };
  },
});
