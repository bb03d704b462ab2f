import { sql } from "drizzle-orm";
import { generatePassword, hashPassword } from "../auth/passwords.ts";
import { provisionKey, provisionWorkspace, resetPassword } from "../features/access/provision.ts";
import { SCOPES } from "../kernel/scope.ts";
import type { Services } from "../operation/context.ts";
import type { Db } from "../record/database.ts";
import type { FirstRun } from "../start/first-run.ts";
import { seedSaltGate } from "./seed-salt-gate.ts";

const WORKSPACE = "The Brack Coast";
const OWNER = { email: "demo@fabula.local", name: "Demo owner" };
/** Key of the advisory lock under which one process seeds while others wait. */
const SEED_LOCK = 7_302_116;

/**
 * Makes the demo workspace with its owner, a test key and the sample project, once for each database. Answers the way
 * in, or null when it is there already; `keep` is given the way in before the key exists, so that it is never lost.
 *
 * The key comes last and says that all is done. A start that finds a workspace without one, because the process before
 * it was killed, goes on where that one stopped, with a new password.
 */
export async function seedDemo(
  services: Services,
  keep: (firstRun: FirstRun) => void = () => {},
): Promise<FirstRun | null> {
  // A transaction of its own, on the readers' pool: what it waits for writes through the writers'.
  return services.database.reads.transaction(
    "write",
    async (db) => {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${SEED_LOCK})`);
      const found = await findDemo(db);
      if (found === "done") return null;
      const password = generatePassword();
      const passwordHash = await hashPassword(password);
      const workspaceId = found ?? (await makeWorkspace(services, passwordHash));
      const projectId = await seedSaltGate(services, workspaceId);
      return services.database.writes.transaction("write", async (tx) => {
        const now = services.clock.now();
        if (found !== null) await resetPassword(tx, now, OWNER.email, passwordHash);
        const { key } = await provisionKey(tx, now, workspaceId, { name: "First key", mode: "test", scopes: SCOPES });
        const firstRun: FirstRun = {
          url: services.publicUrl,
          email: OWNER.email,
          password,
          workspace_id: workspaceId,
          project_id: projectId,
          test_key: key,
        };
        keep(firstRun);
        return firstRun;
      });
    },
    { long: true },
  );
}

async function makeWorkspace(services: Services, passwordHash: string): Promise<string> {
  const made = await services.database.writes.transaction("write", (db) =>
    provisionWorkspace(db, services.clock.now(), {
      name: WORKSPACE,
      plan: "demo",
      owner: { ...OWNER, passwordHash },
      key: null,
    }),
  );
  return made.workspaceId;
}

/** The demo workspace that was begun, "done" when there is nothing left to do, or null. */
async function findDemo(db: Db): Promise<string | "done" | null> {
  const [row] = await db.execute<{ workspace_id: string | null; has_key: boolean }>(
    sql`SELECT w.id AS workspace_id, EXISTS (SELECT 1 FROM api_keys k WHERE k.workspace_id = w.id) AS has_key
        FROM users u LEFT JOIN memberships m ON m.user_id = u.id LEFT JOIN workspaces w ON w.id = m.workspace_id AND w.plan = 'demo'
        WHERE u.email = ${OWNER.email} ORDER BY w.created_at NULLS LAST LIMIT 1`,
  );
  if (row === undefined) return null;
  // Without a membership, people have taken the demo apart; that is theirs to do.
  return row.workspace_id === null || row.has_key ? "done" : row.workspace_id;
}
