import { sql } from "drizzle-orm";
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "../record/database.ts";
import { addressKey } from "./address-key.ts";
import { beginAttempt, forgiveAttempt } from "./attempts.ts";
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

const PER_EMAIL = 10;
const PER_ADDRESS = 60;

/**
 * Checks an e-mail and password. Null when they do not fit or the person is a member of no workspace, after the same work
 * in every case; throws a 429 `rate_limited` after too many attempts for the e-mail or from the address.
 */
export async function signIn(
  services: { database: Database; clock: Clock },
  credentials: { email: string; password: string },
  clientIp: string,
): Promise<SignedIn | null> {
  const { database, clock } = services;
  const email = normalEmail(credentials.email);
  const now = clock.now();
  const limits = [
    { subject: `address:${addressKey(clientIp)}`, attempts: PER_ADDRESS },
    { subject: `email:${email}`, attempts: PER_EMAIL },
  ];
  await beginAttempt(database.writes, limits, now);
  const [user] = await database.reads.execute<UserRow>(
    sql`SELECT u.id, u.email, u.name, u.password_hash, u.session_version,
          (SELECT m.workspace_id FROM memberships m WHERE m.user_id = u.id ORDER BY m.created_at, m.workspace_id LIMIT 1)
            AS workspace_id
        FROM users u WHERE u.email = ${email}`,
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
