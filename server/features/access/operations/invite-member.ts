import { sql } from "drizzle-orm";
import { z } from "zod";
import { normalEmail } from "../../../auth/email.ts";
import { hashPassword } from "../../../auth/passwords.ts";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import type { Columns } from "../../../record/database.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { findInvitations, INVITATION_MS, toInvitation } from "../invitations.ts";
import { requirePlanRoom } from "../plan-room.ts";
import { Invitation, personFields, role } from "../schemas.ts";
import { countSeats } from "../seats.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

export const inviteMember = write({
  method: "POST",
  path: "/v1/invitations",
  scope: "admin",
  summary: "Invite someone",
  description:
    "Invites a person by e-mail. A person with an account accepts or declines after signing in. A new person signs in with the e-mail and the password " +
    "given here, which accepts the invitation. The answer is the same in both cases, so it does not reveal who has an " +
    "account. Valid for 14 days. Only an owner can invite owners.",
  params: z.object({}),
  body: z.strictObject({
    email: personFields.email,
    role,
    name: personFields.name.optional().meta({ description: "Of someone new; the e-mail when it is left out." }),
    password: personFields.password.optional().meta({ description: "The first password of someone new." }),
  }),
  output: Invitation,
  status: 201,
  errors: ["forbidden", "name_taken", "plan_limit_reached"],
  example: { email: "ana@example.com", name: "Ana", role: "designer", password: "correct horse battery" },
  prepare: async ({ body }) => (body.password === undefined ? null : await hashPassword(body.password)),
  handle: async (context, { body }, passwordHash) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    requireMemberRights(change.caller);
    requireOverRole(change.caller, body.role);
    const { workspaceId, now } = change;
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
    const made = await db.execute(
      sql`INSERT INTO workspace_invitations
            (id, workspace_id, email, name, role, password_hash, state, created_by, created_at, expires_at)
          VALUES (${id}, ${workspaceId}, ${email}, ${body.name ?? email}, ${body.role}, ${passwordHash}, 'pending',
            ${change.actor}, ${moment(now)}, ${moment(now + INVITATION_MS)})
          ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (made.length === 0) throw new Problem("name_taken", { message: "This e-mail is invited already." });
    await audit(db, change, { kind: "invitation.created", subjectId: id, data: { email, role: body.role } });
    const [row] = await findInvitations(db, sql`i.id = ${id}`);
    if (row === undefined) throw new Error("a new invitation has no row");
    return toInvitation(row, now);
  },
});
