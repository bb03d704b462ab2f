import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Role } from "#domain/roles.ts";
import { normalEmail } from "../../auth/email.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { Columns, Db } from "../../record/database.ts";
import { type Authorship, audit } from "./audit.ts";
import type { Member } from "./schemas.ts";
import { moment } from "./workspace-lock.ts";

/** A person as a member of one workspace. */
export type MemberRow = Columns<"memberships", "user_id" | "role" | "created_at"> &
  Columns<"users", "email" | "name"> & { role: Role };

export function toMember(row: MemberRow): z.input<typeof Member> {
  return {
    user_id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    created_at: isoMoment(row.created_at),
  };
}

/**
 * Finds a member of the workspace.
 *
 * @throws {@link Problem} `not_found`, which does not tell whether the person exists elsewhere.
 */
export async function requireMember(db: Db, workspaceId: string, userId: string): Promise<MemberRow> {
  const [row] = await db.execute<MemberRow>(
    sql`SELECT m.user_id, u.email, u.name, m.role, m.created_at FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${userId}`,
  );
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/**
 * Checks that the workspace has an owner besides this one. The caller holds the workspace's lock.
 *
 * @throws {@link Problem} `last_owner` where it has none.
 */
export async function requireAnotherOwner(db: Db, workspaceId: string, userId: string): Promise<void> {
  const others = await db.execute(
    sql`SELECT 1 FROM memberships WHERE workspace_id = ${workspaceId} AND role = 'owner' AND user_id <> ${userId} LIMIT 1`,
  );
  if (others.length === 0) throw new Problem("last_owner", { detail: { user_id: userId } });
}

/** The person with this e-mail, or null. */
export async function findUserId(db: Db, email: string): Promise<string | null> {
  const [row] = await db.execute<Columns<"users", "id">>(sql`SELECT id FROM users WHERE email = ${normalEmail(email)}`);
  return row?.id ?? null;
}

/** Makes a person; null when someone took the e-mail meanwhile. */
export async function insertUser(
  db: Db,
  now: number,
  person: { email: string; name: string; passwordHash: string },
): Promise<string | null> {
  const [row] = await db.execute<Columns<"users", "id">>(
    sql`INSERT INTO users (id, email, name, password_hash, created_at)
        VALUES (${newId(ID_PREFIXES.user, now)}, ${normalEmail(person.email)}, ${person.name}, ${person.passwordHash},
          ${moment(now)})
        ON CONFLICT (email) DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

/** Makes a person a member; false when they are one. */
export async function insertMembership(db: Db, by: Authorship, userId: string, role: Role): Promise<boolean> {
  const made = await db.execute(
    // Whoever was removed and comes back does not come back with the sessions of then.
    sql`INSERT INTO memberships (workspace_id, user_id, role, session_version, created_at)
        SELECT ${by.workspaceId}::text, ${userId}::text, ${role}::text,
          CASE WHEN EXISTS (SELECT 1 FROM workspace_audit WHERE workspace_id = ${by.workspaceId}
            AND subject_id = ${userId} AND kind = 'member.removed') THEN ${by.now}::bigint ELSE 0 END, ${moment(by.now)}
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  return made.length > 0;
}

/** Ends a person's membership. */
export async function removeMembership(
  db: Db,
  by: Authorship,
  { user_id: userId, email, role }: Pick<MemberRow, "user_id" | "email" | "role">,
): Promise<void> {
  await db.execute(sql`DELETE FROM memberships WHERE workspace_id = ${by.workspaceId} AND user_id = ${userId}`);
  await audit(db, by, { kind: "member.removed", subjectId: userId, data: { email, role } });
}

/**
 * Locks a person and checks that they belong to this workspace only: whoever sets someone's password can act as them wherever
 * they are a member.
 *
 * @throws {@link Problem} `forbidden` where they belong to another as well.
 */
export async function requireOnlyHere(db: Db, workspaceId: string, userId: string): Promise<void> {
  // Waits for anyone who is just adding this person elsewhere: a membership's foreign key locks the person, too.
  await db.execute(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
  const elsewhere = await db.execute(
    sql`SELECT 1 FROM memberships WHERE user_id = ${userId} AND workspace_id <> ${workspaceId} LIMIT 1`,
  );
  if (elsewhere.length === 0) return;
  throw new Problem("forbidden", {
    message: "This person is a member of other workspaces too, so only they can do that.",
    detail: { user_id: userId },
  });
}

/** Ends every session of a person. */
export async function endSessions(db: Db, userId: string): Promise<void> {
  await db.execute(sql`UPDATE users SET session_version = session_version + 1 WHERE id = ${userId}`);
}

/** Ends a person's sessions in one workspace. */
export async function endSessionsIn(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db.execute(
    sql`UPDATE memberships SET session_version = session_version + 1
        WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`,
  );
}

/** Gives a person another password, which ends every session. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.execute(
    sql`UPDATE users SET password_hash = ${passwordHash}, session_version = session_version + 1 WHERE id = ${userId}`,
  );
}

/**
 * Returns the caller's user id.
 *
 * @throws {@link Problem} `forbidden` for keys, which are nobody.
 */
export function requirePerson(caller: Caller): string {
  if (caller.kind === "user") return caller.id;
  throw new Problem("forbidden", { message: "This operation is for signed-in members. Keys cannot call it." });
}
