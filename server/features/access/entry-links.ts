import { sql } from "drizzle-orm";
import type { ProjectRole, Role } from "#domain/roles.ts";
import { hashPassword } from "../../auth/passwords.ts";
import { Problem } from "../../kernel/problem.ts";
import type { LinkContext } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";
import { removeOld } from "../../record/remove-old.ts";
import { audit } from "./audit.ts";
import { findInvitations, isOpen, joinBy } from "./invitations.ts";
import { hasChecksum, hashKey, newSecret } from "./key-format.ts";
import { insertUser, requireMember, requireOnlyHere, setPassword } from "./people.ts";
import { lockWorkspace, moment, type WorkspaceChange } from "./workspace-lock.ts";

/** Distinct from keys and share links: no place that takes one of them takes this. */
const PREFIX = "el_pm1_";
const SHAPE = /^el_pm1_[0-9A-Za-z]{38}$/;

/** Kinds of links by which somebody gets in. */
export const ENTRY_KINDS = ["invitation", "password"] as const;

type LinkRow = Columns<"entry_links", "hash" | "workspace_id" | "subject_id" | "created_by"> & {
  readonly kind: (typeof ENTRY_KINDS)[number];
  readonly role: Role;
  readonly expires_at: string;
};

/** Purpose of a link. */
export interface Entry {
  readonly kind: (typeof ENTRY_KINDS)[number];
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly email: string;
  /** The person's name; null for someone new, who chooses it. */
  readonly name: string | null;
  readonly role: Role;
  /** Name of who made the link; null where a key did. */
  readonly madeBy: string | null;
  readonly projectId: string | null;
  readonly projectRole: ProjectRole | null;
  readonly expiresAt: string;
}

/** Makes a link in place of those that the invitation or the person had; answers its address, which is kept nowhere. */
export async function makeEntryLink(
  db: Db,
  change: Pick<WorkspaceChange, "workspaceId" | "actor" | "now">,
  link: { kind: Entry["kind"]; subjectId: string; role: Role; expiresAt: number },
  { publicUrl }: { publicUrl: string },
): Promise<string> {
  const { workspaceId, actor, now } = change;
  const { kind, subjectId, role, expiresAt } = link;
  const token = newSecret(PREFIX);
  await endEntryLinks(db, workspaceId, subjectId);
  await db.execute(
    sql`INSERT INTO entry_links (hash, kind, workspace_id, subject_id, role, created_by, created_at, expires_at)
        VALUES (${hashKey(token)}, ${kind}, ${workspaceId}, ${subjectId}, ${role}, ${actor}, ${moment(now)}, ${moment(expiresAt)})`,
  );
  // Behind the `#`: browsers keep that to themselves, so no server, proxy or referrer ever has it.
  return `${publicUrl}/join#${token}`;
}

/** Ends the links of an invitation or a person. */
export async function endEntryLinks(db: Db, workspaceId: string, subjectId: string): Promise<void> {
  await db.execute(sql`DELETE FROM entry_links WHERE workspace_id = ${workspaceId} AND subject_id = ${subjectId}`);
}

/** Removes some links that have expired; answers whether there are more. */
export function forgetOldEntryLinks(db: Db, now: number): Promise<boolean> {
  return removeOld(db, { table: "entry_links", column: "expires_at", where: sql`true`, until: now, atOnce: 1_000 });
}

/**
 * Finds what the link of a request is for. One that never existed, was used, replaced or revoked, or has expired, is the same 404.
 *
 * @throws {@link Problem} `unauthorized` without a bearer, `not_found`.
 */
export async function openEntry({ db, clock, authorization }: LinkContext): Promise<{ entry: Entry; hash: string }> {
  const bearer = /^bearer +(\S+) *$/i.exec(authorization?.slice(0, 200) ?? "")?.[1];
  if (bearer === undefined) throw new Problem("unauthorized", { message: "Show the token of the link as bearer." });
  if (!SHAPE.test(bearer) || !hasChecksum(bearer)) throw closed();
  const hash = hashKey(bearer);
  return { entry: await findEntry(db, hash, clock.now()), hash };
}

async function findEntry(db: Db, hash: string, now: number): Promise<Entry> {
  const link = await findLink(db, hash, now);
  const { kind, workspace_id: workspaceId, subject_id: subjectId, created_by, expires_at: expiresAt } = link;
  const [about] = await db.execute<{ workspace_name: string; made_by: string | null }>(
    sql`SELECT w.name AS workspace_name, (SELECT name FROM users WHERE 'user:' || id = ${created_by}) AS made_by
        FROM workspaces w WHERE w.id = ${workspaceId}`,
  );
  const shared = {
    kind,
    workspaceId,
    workspaceName: about?.workspace_name ?? "",
    madeBy: about?.made_by ?? null,
    expiresAt,
  };
  if (kind === "password") {
    const { email, name, role } = await memberOf(db, link);
    return { ...shared, email, name, role, projectId: null, projectRole: null };
  }
  const [invitation] = await findInvitations(db, sql`i.id = ${subjectId} AND ${isOpen(now)}`);
  if (invitation === undefined) throw closed();
  const { email, role, project_id: projectId, project_role: projectRole } = invitation;
  const [user] = await db.execute<Columns<"users", "name">>(sql`SELECT name FROM users WHERE email = ${email}`);
  return { ...shared, email, name: user?.name ?? null, role, projectId, projectRole };
}

async function findLink(db: Db, hash: string, now: number): Promise<LinkRow> {
  const [link] = await db.execute<LinkRow>(
    sql`SELECT hash, kind, workspace_id, subject_id, role, created_by, expires_at FROM entry_links
        WHERE hash = ${hash} AND expires_at > ${moment(now)}`,
  );
  if (link === undefined) throw closed();
  return link;
}

/** The member a password link is for, as long as they are who they were when it was made. */
async function memberOf(db: Db, { workspace_id, subject_id, role }: LinkRow) {
  const member = await requireMember(db, workspace_id, subject_id).catch(asClosed);
  if (member.role !== role) throw closed();
  return member;
}

/** Name and password of a person who uses a link. */
export interface Entrant {
  /** Name of someone new. */
  readonly name: string | null;
  readonly password: string;
}

/**
 * Uses a link, once: makes an account for who is invited, or gives the person of a password link another password, which ends their
 * sessions.
 *
 * @throws {@link Problem} `not_found` where it was used or ended meanwhile, `name_taken` where somebody has an account with the e-mail.
 */
export async function enterBy(
  database: { transaction<T>(kind: "write", work: (db: Db) => Promise<T>): Promise<T> },
  hash: string,
  { name, password }: Entrant,
  by: { now: number; requestId: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await database.transaction("write", async (db) => {
    const { workspace_id: workspaceId } = await findLink(db, hash, by.now);
    // As every change of a workspace's members: one after another.
    await lockWorkspace(db, workspaceId);
    const link = await findLink(db, hash, by.now);
    const { kind, subject_id: subjectId } = link;
    if (kind === "password") {
      await memberOf(db, link);
      await requireOnlyHere(db, workspaceId, subjectId).catch(asClosed);
      await setPassword(db, subjectId, passwordHash);
      const actor = `user:${subjectId}`;
      await audit(db, { workspaceId, actor, ...by }, { kind: "member.password_set", subjectId });
    } else {
      const [invitation] = await findInvitations(db, sql`i.id = ${subjectId} AND ${isOpen(by.now)}`);
      if (invitation === undefined) throw closed();
      const { email } = invitation;
      const userId = await insertUser(db, by.now, { email, name: name ?? invitation.name, passwordHash });
      if (userId === null) {
        throw new Problem("name_taken", { message: "There is an account with this e-mail. Sign in to accept." });
      }
      if (!(await joinBy(db, invitation, { userId, ...by }))) throw closed();
    }
    await endEntryLinks(db, workspaceId, subjectId);
  });
}

/** Throws what is thrown for a closed link in place of a refusal. */
function asClosed(error: unknown): never {
  throw error instanceof Problem ? closed() : error;
}

/** Says the same whatever the reason: a link tells nobody why it no longer opens. */
function closed(): Problem {
  return new Problem("not_found", { message: "This link opens nothing, or nothing any more." });
}
