import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ProjectRole, Role } from "#domain/roles.ts";
import type { Invitations, OpenInvitation } from "../../auth/sign-in.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { KeysetPage } from "../../record/list/keyset.ts";
import { type Authorship, audit } from "./audit.ts";
import { insertMembership, insertUser } from "./people.ts";
import { insertProjectRole } from "./project-members.ts";
import type { Invitation } from "./schemas.ts";
import { lockWorkspace, moment } from "./workspace-lock.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** An invitation with the name of the workspace it leads to. */
export type InvitationRow = Columns<
  "workspace_invitations",
  | "id"
  | "workspace_id"
  | "email"
  | "name"
  | "role"
  | "project_id"
  | "project_role"
  | "state"
  | "created_by"
  | "created_at"
  | "expires_at"
> & {
  workspace_name: string;
  role: Role;
  project_role: ProjectRole | null;
  state: "pending" | "accepted" | "declined" | "revoked" | "expired";
};

/** An invitation on the wire. */
export function toInvitation(row: InvitationRow, now: number): z.input<typeof Invitation> {
  const hasExpired = row.state === "pending" && new Date(row.expires_at).getTime() <= now;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    workspace_name: row.workspace_name,
    email: row.email,
    role: row.role,
    project_id: row.project_id,
    project_role: row.project_role,
    state: hasExpired ? "expired" : row.state,
    created_by: row.created_by,
    created_at: isoMoment(row.created_at),
    expires_at: isoMoment(row.expires_at),
  };
}

const ALL: KeysetPage = { behind: sql`true`, tail: sql`ORDER BY i.created_at, i.id` };

/** The invitations that fit, oldest first; all of them without a page. */
export function findInvitations(db: Db, where: SQL, page: KeysetPage = ALL): Promise<InvitationRow[]> {
  return db.execute<InvitationRow>(
    sql`SELECT i.id, i.workspace_id, w.name AS workspace_name, i.email, i.name, i.role, i.project_id, i.project_role, i.state, i.created_by, i.created_at,
          i.expires_at
        FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace_id
        WHERE ${where} AND ${page.behind} ${page.tail}`,
  );
}

/** Returns the condition for invitations that can still be accepted. */
export function isOpen(now: number): SQL {
  return sql`i.state = 'pending' AND i.expires_at > ${moment(now)}`;
}

/**
 * Finds the one invitation that fits.
 *
 * @throws {@link Problem} `not_found`, which does not tell whether it is somebody else's.
 */
export async function requireInvitation(db: Db, where: SQL): Promise<InvitationRow> {
  const [row] = await findInvitations(db, where);
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/** A person's own invitation that can still be accepted or declined; any other is the same 404. */
export function requireOwnInvitation(db: Db, userId: string, id: string, now: number): Promise<InvitationRow> {
  const own = sql`i.email = (SELECT email FROM users WHERE id = ${userId})`;
  return requireInvitation(db, sql`i.id = ${id} AND ${own} AND ${isOpen(now)}`);
}

/** Ends an invitation and its link; false when it was not pending any more. */
export async function endInvitation(db: Db, id: string, state: "accepted" | "declined" | "revoked"): Promise<boolean> {
  const ended = await db.execute(
    sql`WITH ended AS (UPDATE workspace_invitations SET state = ${state}, password_hash = NULL
          WHERE id = ${id} AND state = 'pending' RETURNING id, workspace_id),
          closed AS (DELETE FROM entry_links l USING ended e WHERE l.workspace_id = e.workspace_id AND l.subject_id = e.id)
        SELECT 1 FROM ended`,
  );
  return ended.length > 0;
}

/**
 * Makes the invited person a member, in the invitation's workspace and by their own act; false when it has ended meanwhile. A role in
 * the project that they have already stays.
 */
export async function joinBy(
  db: Db,
  invitation: InvitationRow,
  person: { userId: string; now: number; requestId: string | null },
): Promise<boolean> {
  const { workspace_id: workspaceId, id, email, role, project_id: projectId, project_role: projectRole } = invitation;
  // As every change of a workspace's members: one after another.
  await lockWorkspace(db, workspaceId);
  if (!(await endInvitation(db, id, "accepted"))) return false;
  const { userId, now, requestId } = person;
  const by: Authorship = { workspaceId, actor: `user:${userId}`, requestId, now };
  await audit(db, by, { kind: "invitation.accepted", subjectId: id, data: { user_id: userId } });
  if (await insertMembership(db, by, userId, role)) {
    await audit(db, by, { kind: "member.added", subjectId: userId, data: { email, role } });
  }
  if (
    projectId !== null &&
    projectRole !== null &&
    (await insertProjectRole(db, by, { projectId, userId, projectRole }))
  ) {
    const data = { project_id: projectId, role: projectRole };
    await audit(db, by, { kind: "member.project_role_given", subjectId: userId, data });
  }
  return true;
}

/** Invitations as signing in sees them. */
export const invitations: Invitations = {
  openFor: (db, email, now) =>
    db.execute<OpenInvitation & Record<string, unknown>>(
      sql`SELECT i.id, i.workspace_id, i.name, i.password_hash FROM workspace_invitations i
          WHERE i.email = ${email} AND ${isOpen(now)} ORDER BY i.created_at, i.id`,
    ),
  join: async (db, id, person, now) => {
    const userId = "userId" in person ? person.userId : await insertUser(db, now, person);
    const [invitation] = await findInvitations(db, sql`i.id = ${id}`);
    if (userId === null || invitation === undefined) return null;
    if (!(await joinBy(db, invitation, { userId, now, requestId: null })))
      throw new Problem("busy", { headers: { "retry-after": "1" } });
    const [row] = await db.execute<{ version: number }>(
      sql`SELECT u.session_version + m.session_version AS version FROM users u JOIN memberships m ON m.user_id = u.id
          WHERE u.id = ${userId} AND m.workspace_id = ${invitation.workspace_id}`,
    );
    return row === undefined ? null : { userId, sessionVersion: row.version };
  },
};
