import { sql } from "drizzle-orm";
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "../record/database.ts";
import { addressKey } from "./address-key.ts";
import { type AttemptLimit, beginAttempt, forgiveAttempt } from "./attempts.ts";
import { normalEmail } from "./email.ts";
import { isPassword } from "./passwords.ts";

/** Who signed in, as their session says it. */
export interface SignedIn {
  readonly userId: string;
  readonly workspaceId: string;
  readonly sessionVersion: number;
  readonly email: string;
  readonly name: string;
}

interface UserRow extends Record<string, unknown> {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  session_version: number;
  workspace_id: string | null;
}

/** Where somebody signs in from. */
export interface SignInOrigin {
  readonly clientIp: string;
  /** The id of a device on which this person has signed in before; null for any other. */
  readonly knownDevice: string | null;
}

/** Attempts in a window for one e-mail from one address, or on one known device. */
const PER_PAIR = 10;
const PER_ADDRESS = 60;
/** Attempts for one e-mail from all addresses together: what a guesser with many addresses has. */
const PER_EMAIL = 100;

/**
 * Checks an e-mail and password. Null when they do not fit or the person is a member of no workspace, after the same work
 * in every case. Throws a 429 `rate_limited` after too many attempts; what others try elsewhere never counts against a
 * device on which the person has signed in before.
 */
export async function signIn(
  services: { database: Database; clock: Clock },
  credentials: { email: string; password: string },
  origin: SignInOrigin,
): Promise<SignedIn | null> {
  const { database, clock } = services;
  const email = normalEmail(credentials.email);
  const now = clock.now();
  const limits = limitsFor(email, origin);
  await beginAttempt(database.writes, limits, now);
  const [user] = await database.reads.execute<UserRow>(
    sql`SELECT u.id, u.email, u.name, u.password_hash,
          u.session_version + coalesce(m.session_version, 0) AS session_version, m.workspace_id
        FROM users u LEFT JOIN LATERAL (SELECT workspace_id, session_version FROM memberships WHERE user_id = u.id
          ORDER BY created_at, workspace_id LIMIT 1) m ON TRUE
        WHERE u.email = ${email}`,
  );
  const fits = await isPassword(user?.password_hash ?? null, credentials.password);
  if (!fits || user === undefined || user.workspace_id === null) return null;
  await forgiveAttempt(database.writes, limits, now);
  return {
    userId: user.id,
    workspaceId: user.workspace_id,
    sessionVersion: user.session_version,
    email: user.email,
    name: user.name,
  };
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
