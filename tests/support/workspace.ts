import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import type { ProjectRole, Role } from "#domain/roles.ts";
import { cookieNames, type SessionConfig } from "#server/auth/session.ts";
import { insertKey, type KeyGrant } from "#server/features/access/keys.ts";
import type { PlanName } from "#server/features/access/plans.ts";
import { newId } from "#server/kernel/ids.ts";
import { SCOPES, type Scope } from "#server/kernel/scope.ts";
import type { Database } from "#server/record/database.ts";

/** Member of a workspace who is signed in to the studio. */
export interface TestMember {
  readonly userId: string;
  /** Value of the `Cookie` header. */
  readonly cookie: string;
}

/** A tenant with keys to every door. */
export interface TestWorkspace {
  readonly id: string;
  /** A secret test key with every scope. */
  readonly key: string;
  /** A secret live key with every scope. */
  readonly liveKey: string;
  /** Secret test keys, each with this one scope. */
  readonly scoped: Readonly<Record<Scope, string>>;
  /** Makes another key: a secret test key with every scope, but for what is said. */
  makeKey(grant?: Partial<KeyGrant>): Promise<string>;
  makeMember(role: Role): Promise<TestMember>;
  /** Makes a guest, or somebody with another role in the workspace, with a role in a project. */
  makeProjectMember(projectId: string, projectRole: ProjectRole, role?: Role): Promise<TestMember>;
}

/** Makes a workspace with its keys. */
export async function makeWorkspace(
  database: Database,
  options: { name: string; plan: PlanName; sessions: SessionConfig },
): Promise<TestWorkspace> {
  const id = newId("wsp");
  const now = new Date().toISOString();
  await database.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${id}, ${options.name}, ${options.plan}, ${now})`,
  );
  const makeKey = async (grant: Partial<KeyGrant> = {}): Promise<string> => {
    const by = { workspaceId: id, actor: "user:tests", requestId: null, now: Date.now() };
    const whole = {
      name: "tests",
      kind: "secret",
      mode: "test",
      scopes: SCOPES,
      projectIds: null,
      expiresAt: null,
    } as const;
    return (await insertKey(database.writes, by, { ...whole, ...grant })).key;
  };
  const scoped = await Promise.all(
    SCOPES.map(async (scope) => [scope, await makeKey({ name: scope, scopes: [scope] })]),
  );
  return {
    id,
    key: await makeKey(),
    liveKey: await makeKey({ mode: "live" }),
    scoped: Object.fromEntries(scoped) as Record<Scope, string>,
    makeKey,
    makeMember: (role) => makeMember(database, id, role, options.sessions),
    makeProjectMember: async (projectId, projectRole, role = "guest") => {
      const member = await makeMember(database, id, role, options.sessions);
      await database.writes.execute(
        sql`INSERT INTO project_members (project_id, workspace_id, user_id, role, created_at)
            VALUES (${projectId}, ${id}, ${member.userId}, ${projectRole}, now())`,
      );
      return member;
    },
  };
}

async function makeMember(
  database: Database,
  workspaceId: string,
  role: Role,
  sessions: SessionConfig,
): Promise<TestMember> {
  const userId = newId("usr");
  const now = new Date().toISOString();
  await database.writes.execute(
    sql`INSERT INTO users (id, email, name, password_hash, created_at)
        VALUES (${userId}, ${`${userId}@example.com`}, ${role}, 'none', ${now})`,
  );
  await database.writes.execute(
    sql`INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES (${workspaceId}, ${userId}, ${role}, ${now})`,
  );
  const token = await encode({
    token: { sub: userId, workspace_id: workspaceId, session_version: 1 },
    secret: sessions.authSecret,
  });
  return { userId, cookie: `${cookieNames(sessions).session}=${token}` };
}
