import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type ProjectRole, type Role, roleInProject } from "#domain/roles.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { KeysetPage } from "../../record/list/keyset.ts";
import type { Authorship } from "./audit.ts";
import type { ProjectMember } from "./schemas.ts";
import { moment } from "./workspace-lock.ts";

/** A person who can open a project, with both roles. */
type ProjectMemberRow = Columns<"memberships", "user_id"> &
  Columns<"users", "email" | "name"> & {
    workspace_role: Role;
    project_role: ProjectRole | null;
    since: string | null;
  };

/** A person who can open a project, on the wire. Whoever is limited to projects is told no address of people who are not of the project. */
export function toProjectMember(row: ProjectMemberRow, { projectIds }: Caller): z.input<typeof ProjectMember> {
  const role = roleInProject(row.workspace_role, row.project_role);
  if (role === null) throw new Error("somebody without a role is listed in a project");
  return {
    user_id: row.user_id,
    name: row.name,
    email: projectIds === null || row.project_role !== null ? row.email : null,
    role,
    project_role: row.project_role,
    workspace_role: row.workspace_role,
    since: row.since === null ? null : isoMoment(row.since),
  };
}

/** Returns the rows of those who can open a project, as `m` with their own role there as `p`. */
function canOpen({ workspaceId }: Caller, projectId: string): SQL {
  return sql`FROM memberships m JOIN users u ON u.id = m.user_id
    LEFT JOIN project_members p ON p.project_id = ${projectId} AND p.user_id = m.user_id AND p.workspace_id = m.workspace_id
    WHERE m.workspace_id = ${workspaceId} AND (m.role <> 'guest' OR p.role IS NOT NULL)`;
}

/** Counts those who can open a project. */
export async function countProjectMembers(db: Db, caller: Caller, projectId: string): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n ${canOpen(caller, projectId)}`);
  return row?.n ?? 0;
}

/** Reads those who can open a project and fit. */
export function findProjectMembers(
  db: Db,
  caller: Caller,
  projectId: string,
  page: KeysetPage,
): Promise<ProjectMemberRow[]> {
  return db.execute<ProjectMemberRow>(
    sql`SELECT m.user_id, u.name, u.email, m.role AS workspace_role, p.role AS project_role, p.created_at AS since
        ${canOpen(caller, projectId)} AND ${page.behind} ${page.tail}`,
  );
}

/**
 * Finds a person who can open a project.
 *
 * @throws {@link Problem} `not_found`, which does not tell whether the person is a member elsewhere.
 */
export async function requireProjectMember(
  db: Db,
  caller: Caller,
  projectId: string,
  userId: string,
): Promise<ProjectMemberRow> {
  const page = { behind: sql`m.user_id = ${userId}`, tail: sql`` };
  const [row] = await findProjectMembers(db, caller, projectId, page);
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/** Gives a member a role in a project; false where they have one, which stays. */
export async function insertProjectRole(
  db: Db,
  { workspaceId, now }: Authorship,
  { projectId, userId, projectRole }: { projectId: string; userId: string; projectRole: ProjectRole },
): Promise<boolean> {
  const made = await db.execute(
    sql`INSERT INTO project_members (project_id, workspace_id, user_id, role, created_at)
        VALUES (${projectId}, ${workspaceId}, ${userId}, ${projectRole}, ${moment(now)})
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  return made.length > 0;
}

/** Takes a member's role in one project, or with null in all, away; returns whether they have one in another. */
export async function removeProjectRoles(
  db: Db,
  workspaceId: string,
  userId: string,
  projectId: string | null,
): Promise<boolean> {
  const which = projectId === null ? sql`` : sql`AND project_id = ${projectId}`;
  await db.execute(
    sql`DELETE FROM project_members WHERE workspace_id = ${workspaceId} AND user_id = ${userId} ${which}`,
  );
  const left = await db.execute(
    sql`SELECT 1 FROM project_members WHERE workspace_id = ${workspaceId} AND user_id = ${userId} LIMIT 1`,
  );
  return left.length > 0;
}
