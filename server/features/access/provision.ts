import { sql } from "drizzle-orm";
import type { Role } from "#domain/roles.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import type { Mode, Scope } from "../../kernel/scope.ts";
import type { Columns, Db } from "../../record/database.ts";
import { type Authorship, audit } from "./audit.ts";
import { insertKey } from "./keys.ts";
import { findUserId, insertMembership, insertUser, setPassword } from "./people.ts";
import type { PlanName } from "./plans.ts";
import { moment } from "./workspace-lock.ts";

/** Actor of what is done on the server itself and not through the interface. */
const SYSTEM_ACTOR = "system:admin";

export interface NewWorkspace {
  readonly name: string;
  readonly plan: PlanName;
  readonly owner: Person;
  /** A first key, if one is wanted. */
  readonly key: KeyWish | null;
}

export interface Person {
  readonly email: string;
  readonly name: string;
  /** Hash from `hashPassword`, made before the transaction. */
  readonly passwordHash: string;
}

export interface KeyWish {
  readonly name: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
}

export interface ProvisionedWorkspace {
  readonly workspaceId: string;
  readonly userId: string;
  /** Whether the owner is someone new; otherwise their password is what it was. */
  readonly isNewUser: boolean;
  /** The key in full: show it once, keep it nowhere else. */
  readonly key: string | null;
}

/** Makes a workspace with its owner and, if wanted, a first key, inside the caller's transaction. */
export async function provisionWorkspace(db: Db, now: number, wanted: NewWorkspace): Promise<ProvisionedWorkspace> {
  const workspaceId = newId(ID_PREFIXES.workspace, now);
  const by = systemAuthorship(workspaceId, now);
  await db.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${workspaceId}, ${wanted.name}, ${wanted.plan}, ${moment(now)})`,
  );
  await audit(db, by, {
    kind: "workspace.created",
    subjectId: workspaceId,
    data: { name: wanted.name, plan: wanted.plan },
  });
  const { userId, isNewUser } = await provisionMember(db, now, workspaceId, wanted.owner, "owner");
  const key = wanted.key === null ? null : (await provisionKey(db, now, workspaceId, wanted.key)).key;
  return { workspaceId, userId, isNewUser, key };
}

/** Gives a person this role in a workspace, making the person when there is none with this e-mail. */
export async function provisionMember(
  db: Db,
  now: number,
  workspaceId: string,
  person: Person,
  role: Role,
): Promise<{ userId: string; isNewUser: boolean }> {
  const by = systemAuthorship(workspaceId, now);
  const made = await insertUser(db, now, person);
  const userId = made ?? (await findUserId(db, person.email));
  if (userId === null) throw new Error("a person who was there is gone");
  const isNewMember = await insertMembership(db, by, userId, role);
  if (!isNewMember) {
    await db.execute(
      sql`UPDATE memberships SET role = ${role} WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`,
    );
  }
  const kind = isNewMember ? "member.added" : "member.role_changed";
  await audit(db, by, { kind, subjectId: userId, data: isNewMember ? { role } : { to: role } });
  return { userId, isNewUser: made !== null };
}

/** Makes a key for all projects of a mode. */
export async function provisionKey(
  db: Db,
  now: number,
  workspaceId: string,
  wish: KeyWish,
): Promise<{ id: string; key: string }> {
  const by = systemAuthorship(workspaceId, now);
  const made = await insertKey(db, by, { ...wish, kind: "secret", projectIds: null, expiresAt: null });
  await audit(db, by, {
    kind: "key.created",
    subjectId: made.id,
    data: { name: wish.name, kind: "secret", mode: wish.mode, scopes: [...wish.scopes] },
  });
  return { id: made.id, key: made.key };
}

/** Gives whoever has this e-mail another password and ends their sessions; null when nobody has it. */
export async function resetPassword(db: Db, now: number, email: string, passwordHash: string): Promise<string | null> {
  const userId = await findUserId(db, email);
  if (userId === null) return null;
  await setPassword(db, userId, passwordHash);
  const homes = await db.execute<Columns<"memberships", "workspace_id">>(
    sql`SELECT workspace_id FROM memberships WHERE user_id = ${userId}`,
  );
  for (const home of homes) {
    await audit(db, systemAuthorship(home.workspace_id, now), { kind: "member.password_set", subjectId: userId });
  }
  return userId;
}

function systemAuthorship(workspaceId: string, now: number): Authorship {
  return { workspaceId, actor: SYSTEM_ACTOR, requestId: null, now };
}
