import { sql } from "drizzle-orm";
import type { Clock } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";
import type { Columns, Database, Db } from "../record/database.ts";
import { addressKey } from "./address-key.ts";
import { type AttemptLimit, beginAttempt, forgiveAttempt } from "./attempts.ts";
import { normalEmail } from "./email.ts";
import { isPassword } from "./passwords.ts";

/** Signed-in person, as their session names them. */
export interface SignedIn {
  readonly userId: string;
  readonly workspaceId: string;
  readonly sessionVersion: number;
  readonly email: string;
  readonly name: string;
}

type UserRow = Columns<"users", "id" | "email" | "name" | "password_hash"> & {
  session_version: number;
  workspace_id: string | null;
};

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  readonly id: string;
  readonly workspace_id: string;
  /** For someone new. */
  readonly name: string;
  /** Hash of a new person's first password; null where none was given. */
  readonly password_hash: string | null;
}

/** Admission of people without a membership by invitation. */
export interface Invitations {
  /** The open invitations of an e-mail, oldest first. */
  openFor(db: Db, email: string, now: number): Promise<OpenInvitation[]>;
  /** Makes a person, where there is none yet, a member; null when the invitation or the e-mail was taken meanwhile. */
  join(
    db: Db,
    id: string,
    person: { userId: string } | { email: string; name: string; passwordHash: string },
    now: number,
  ): Promise<{ userId: string; sessionVersion: number } | null>;
}

/** Services that signing in needs. */
export interface SignInServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly invitations: Invitations;
}

/** Origin of a sign-in. */
export interface SignInOrigin {
  readonly clientIp: string;
  /** The id of a device on which this person has signed in before; null for any other. */
  readonly knownDevice: string | null;
  /** The workspace that was open last in this browser; null where none was. */
  readonly lastWorkspace: string | null;
}

/** Attempts in a window for one e-mail from one address, or on one known device. */
const PER_PAIR = 10;
const PER_ADDRESS = 60;
/** Attempts for one e-mail from all addresses together: what a guesser with many addresses has. */
const PER_EMAIL = 100;

/**
 * Checks an e-mail and password. Null when they do not fit or the person is a member of no workspace and invited to none, after the same work
 * in every case. Throws a 429 `rate_limited` after too many attempts; what others try elsewhere never counts against a
 * device on which the person has signed in before.
 */
export async function signIn(
  services: SignInServices,
  credentials: { email: string; password: string },
  origin: SignInOrigin,
): Promise<SignedIn | null> {
  const { database, clock, invitations } = services;
  const email = normalEmail(credentials.email);
  const now = clock.now();
  const limits = limitsFor(email, origin);
  await beginAttempt(database.writes, limits, now);
  // Both are asked in any case: how long it takes must not tell who has an account.
  const [[user], open] = await Promise.all([
    findUser(database.reads, email, origin.lastWorkspace),
    invitations.openFor(database.reads, email, now),
  ]);
  if (user !== undefined && user.workspace_id !== null) {
    if (!(await isPassword(user.password_hash, credentials.password))) return null;
    await forgiveAttempt(database.writes, limits, now);
    const { id: userId, workspace_id: workspaceId, session_version: sessionVersion } = user;
    return { userId, workspaceId, sessionVersion, email: user.email, name: user.name };
  }
  const attempt = { email, password: credentials.password, user: user ?? null, open, now };
  const joined = await signInInvited(services, attempt);
  if (joined !== null) await forgiveAttempt(database.writes, limits, now);
  return joined;
}

/** Invitations a password is compared with, oldest first: nobody who invites later keeps an earlier one from working. */
const COMPARED = 3;

/**
 * Signs in someone who is a member of no workspace, if an open invitation lets them in: with the password of their account, or
 * for someone new with the one that was given with the invitation. The work without any invitation is that of a wrong password.
 */
async function signInInvited(
  { database, invitations }: Pick<SignInServices, "database" | "invitations">,
  attempt: { email: string; password: string; user: UserRow | null; open: readonly OpenInvitation[]; now: number },
): Promise<SignedIn | null> {
  const { email, password, user, open, now } = attempt;
  const hashes = user === null ? open.slice(0, COMPARED).map((each) => each.password_hash) : [user.password_hash];
  let fitting: number | null = null;
  for (const [index, hash] of (hashes.length === 0 ? [null] : hashes).entries()) {
    if (await isPassword(hash, password)) {
      fitting = index;
      break;
    }
  }
  const invitation = fitting === null ? undefined : open[fitting];
  if (fitting === null || invitation === undefined) return null;
  const newcomer = { email, name: invitation.name, passwordHash: hashes[fitting] ?? "" };
  const joined = await database.writes.transaction("write", (db) =>
    invitations.join(db, invitation.id, user === null ? newcomer : { userId: user.id }, now),
  );
  // Somebody else was quicker: their next attempt finds the account.
  if (joined === null) throw new Problem("busy", { headers: { "retry-after": "1" } });
  return { ...joined, workspaceId: invitation.workspace_id, email, name: user?.name ?? invitation.name };
}

/** The person, in the workspace that was open last where they are a member of it, else in the one they joined first. */
function findUser(db: Db, email: string, lastWorkspace: string | null): Promise<UserRow[]> {
  return db.execute<UserRow>(
    sql`SELECT u.id, u.email, u.name, u.password_hash,
          u.session_version + coalesce(m.session_version, 0) AS session_version, m.workspace_id
        FROM users u LEFT JOIN LATERAL (SELECT workspace_id, session_version FROM memberships WHERE user_id = u.id
          ORDER BY workspace_id = ${lastWorkspace ?? ""} DESC, created_at, workspace_id LIMIT 1) m ON TRUE
        WHERE u.email = ${email}`,
  );
}

function limitsFor(email: string, { clientIp, knownDevice }: SignInOrigin): AttemptLimit[] {
  if (knownDevice !== null) return [{ subject: `device:${knownDevice} email:${email}`, attempts: PER_PAIR }];
  const address = addressKey(clientIp);
  return [
    { subject: `address:${address}`, attempts: PER_ADDRESS },
    { subject: `address:${address} email:${email}`, attempts: PER_PAIR },
    { subject: `email:${email}`, attempts: PER_EMAIL },
  ];
}
