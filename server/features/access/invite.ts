import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { ProjectRole, Role } from "#domain/roles.ts";
import { normalEmail } from "../../auth/email.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { WriteContext } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";
import { audit } from "./audit.ts";
import { makeEntryLink } from "./entry-links.ts";
import { DAY_MS, endInvitation, findInvitations, type InvitationRow, toInvitation } from "./invitations.ts";
import { mailLink } from "./mail-link.ts";
import { requirePlanRoom } from "./plan-room.ts";
import { INVITATION_DAYS, type Invitation, type NewInvitation } from "./schemas.ts";
import { countSeats, hasSeat } from "./seats.ts";
import { moment, type WorkspaceChange } from "./workspace-lock.ts";

/** An invitation that is to be made. */
export interface Invitee {
  readonly email: string;
  /** Name of someone new; the e-mail when it is left out. */
  readonly name: string | undefined;
  /** Hash of the first password of someone new; null for none. */
  readonly passwordHash: string | null;
  readonly role: Role;
  readonly projectId: string | null;
  readonly projectRole: ProjectRole | null;
  readonly days: number;
}

/**
 * Invites a person, and answers the link for them.
 *
 * @throws {@link Problem} `name_taken` where they have been invited, or have what they would be given; `plan_limit_reached`.
 */
export async function invite(
  context: WriteContext,
  change: WorkspaceChange,
  { email: given, name, passwordHash, role, projectId, projectRole, days }: Invitee,
): Promise<z.input<typeof NewInvitation>> {
  const { db } = context;
  const { workspaceId, now } = change;
  const email = normalEmail(given);
  await requireNews(db, workspaceId, email, role === "guest" ? projectId : null);
  await db.execute(
    sql`UPDATE workspace_invitations SET state = 'expired', password_hash = NULL
        WHERE workspace_id = ${workspaceId} AND email = ${email} AND state = 'pending' AND expires_at <= ${moment(now)}`,
  );
  if (!(await hasSeat(db, workspaceId, email, now))) {
    await requirePlanRoom(db, workspaceId, "members", () => countSeats(db, workspaceId, now));
  }
  const id = newId("inv", now);
  const expiresAt = now + days * DAY_MS;
  const made = await db.execute(
    sql`INSERT INTO workspace_invitations
          (id, workspace_id, email, name, role, password_hash, project_id, project_role, state, created_by, created_at, expires_at)
        VALUES (${id}, ${workspaceId}, ${email}, ${name ?? email}, ${role}, ${passwordHash},
          ${projectId}, ${projectRole}, 'pending', ${change.actor}, ${moment(now)}, ${moment(expiresAt)})
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  if (made.length === 0) throw new Problem("name_taken", { message: "This e-mail is invited already." });
  const data = { email, role, ...(projectRole !== null && { project_id: projectId, project_role: projectRole }) };
  await audit(db, change, { kind: "invitation.created", subjectId: id, data });
  const [row] = await findInvitations(db, sql`i.id = ${id}`);
  if (row === undefined) throw new Error("a new invitation has no row");
  return withLink(context, change, row, expiresAt);
}

/** Refuses an invitation of somebody who is a member of the workspace, or for a guest of the project, already. */
async function requireNews(db: Db, workspaceId: string, email: string, projectId: string | null): Promise<void> {
  const [member] = await db.execute<Columns<"memberships", "user_id">>(
    projectId === null
      ? sql`SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
            WHERE m.workspace_id = ${workspaceId} AND u.email = ${email}`
      : sql`SELECT p.user_id FROM project_members p JOIN users u ON u.id = p.user_id
            WHERE p.project_id = ${projectId} AND p.workspace_id = ${workspaceId} AND u.email = ${email}`,
  );
  if (member === undefined) return;
  const message = `This person is already a member${projectId === null ? "" : " of the project"}.`;
  throw new Problem("name_taken", { message, detail: { id: member.user_id } });
}

/** Makes a new link for an open invitation, which is valid for a week from now. */
export async function renewInvitation(
  context: WriteContext,
  change: WorkspaceChange,
  row: InvitationRow,
): Promise<z.input<typeof NewInvitation>> {
  const { db } = context;
  const expiresAt = change.now + INVITATION_DAYS * DAY_MS;
  await db.execute(sql`UPDATE workspace_invitations SET expires_at = ${moment(expiresAt)} WHERE id = ${row.id}`);
  await audit(db, change, { kind: "invitation.renewed", subjectId: row.id, data: { email: row.email } });
  return withLink(context, change, { ...row, expires_at: moment(expiresAt) }, expiresAt);
}

/**
 * Ends an open invitation and its link.
 *
 * @throws {@link Problem} `not_found` where it has ended meanwhile.
 */
export async function revokeInvitation(
  db: Db,
  change: WorkspaceChange,
  row: InvitationRow,
): Promise<z.input<typeof Invitation>> {
  if (!(await endInvitation(db, row.id, "revoked"))) throw new Problem("not_found");
  await audit(db, change, { kind: "invitation.revoked", subjectId: row.id, data: { email: row.email } });
  return toInvitation({ ...row, state: "revoked" }, change.now);
}

async function withLink(context: WriteContext, change: WorkspaceChange, row: InvitationRow, expiresAt: number) {
  const { id, email, role } = row;
  const link = { kind: "invitation", subjectId: id, role, expiresAt } as const;
  const url = await makeEntryLink(context.db, change, link, context.services);
  const mailed = await mailLink(context, change, { kind: "invitation", email, url, expiresAt });
  return { ...toInvitation(row, change.now), url, mailed };
}
