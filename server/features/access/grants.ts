import { sql } from "drizzle-orm";
import type { Role } from "#domain/roles.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { allows, type Caller, type Mode, ROLE_SCOPES, type Scope } from "../../kernel/scope.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import type { KeyKind } from "./key-format.ts";

/** Rights wanted for a key. */
export interface KeyRights {
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly projectIds: readonly string[] | null;
}

/** Refuses with 403 a key that would get more rights than its maker has. */
export function requireHeld(caller: Caller, wanted: KeyRights): void {
  const lacking = wanted.scopes.filter((scope) => !allows(caller.scopes, scope));
  if (lacking.length > 0) {
    throw refusal("A key can only get scopes that its maker holds.", { scopes: lacking });
  }
  if (!caller.modes.includes(wanted.mode)) {
    throw refusal(`This key works in ${caller.modes.join(", ")} mode and can only deal in keys of that mode.`, {
      mode: wanted.mode,
    });
  }
  const own = caller.projectIds;
  if (own === null) return;
  if (wanted.projectIds === null) {
    throw refusal("A key limited to certain projects cannot give access to all of them.", { project_ids: null });
  }
  const beyond = wanted.projectIds.filter((id) => !own.includes(id));
  if (beyond.length > 0) throw refusal("A key can only get projects that its maker holds.", { project_ids: beyond });
}

/**
 * Checks that the rights fit the kind of key: publishable keys are public, so they only read, and only projects that are named.
 * `projectIds` is left out where an older one keeps what it has.
 *
 * @throws {@link ValidationProblem} naming `scopes` or `project_ids`.
 */
export function requireFit(
  kind: KeyKind,
  { scopes, projectIds }: { scopes: readonly Scope[]; projectIds?: readonly string[] | null },
): void {
  if (kind === "secret") return;
  const index = scopes.findIndex((scope) => scope !== "read");
  if (index >= 0)
    throw invalidValue(["body", "scopes", index], "publishable keys hold only read", scopes[index] ?? null);
  if (projectIds === null) {
    throw invalidValue(["body", "project_ids"], "a publishable key names the projects that it reads", null);
  }
}

/**
 * Checks that the projects a key is limited to exist in this workspace and mode.
 *
 * @throws {@link ValidationProblem} naming the first project that does not exist or was deleted.
 */
export async function requireProjects(db: Db, caller: Caller, mode: Mode, ids: readonly string[]): Promise<void> {
  const found = await db.execute<Columns<"project_heads", "project_id">>(
    sql`SELECT project_id FROM project_heads WHERE project_id = ANY(${textArray(ids)})
        AND workspace_id = ${caller.workspaceId} AND mode = ${mode} AND deleted_at IS NULL`,
  );
  const known = new Set(found.map((row) => row.project_id));
  const index = ids.findIndex((id) => !known.has(id));
  if (index < 0) return;
  throw invalidValue(["body", "project_ids", index], `no such project in ${mode} mode`, ids[index] ?? null);
}

/**
 * Checks that a project exists in this workspace, in a mode of the caller.
 *
 * @throws {@link ValidationProblem} naming `project_id`.
 */
export async function requireProject(db: Db, { workspaceId, modes }: Caller, id: string): Promise<void> {
  const found = await db.execute(
    sql`SELECT 1 FROM project_heads WHERE project_id = ${id} AND workspace_id = ${workspaceId}
        AND mode = ANY(${textArray(modes)}) AND deleted_at IS NULL`,
  );
  if (found.length === 0) throw invalidValue(["body", "project_id"], "no such project", id);
}

/**
 * Refuses callers that may not change members. A project-limited key does not hold the workspace. A test key does not
 * hold live data, which every member sees: it could otherwise make itself a member, sign in, and escape its mode.
 */
export function requireMemberRights(caller: Caller): void {
  requireLive(caller, "Members see live data, so a test key cannot change them: sign in, or use a live key.");
}

/** Refuses callers that may not change the workspace itself, which is one for test and live data. */
export function requireWorkspaceRights(caller: Caller): void {
  requireLive(caller, "The workspace is one for live and test data, so a test key cannot change it.");
}

function requireLive(caller: Caller, message: string): void {
  requireWholeWorkspace(caller);
  if (!caller.modes.includes("live")) throw refusal(message, { mode: "live" });
}

/** Workspace-wide matters are not for keys that are limited to projects. */
export function requireWholeWorkspace(caller: Caller): void {
  if (caller.projectIds === null) return;
  throw refusal("A key limited to certain projects cannot see or change the workspace.", { project_ids: null });
}

/** Names of people are not for keys that only read: those may be public, in the hands of players. */
export function requireNames(caller: Caller): void {
  if (caller.role !== "guest") requireWholeWorkspace(caller);
  if (caller.kind === "user" || caller.scopes.some((scope) => scope !== "read")) return;
  throw refusal("A key that only reads may be public, so it is not told who people are.", { scopes: ["read"] });
}

/** Whether this caller may give a role, take it away, or act on someone who has it. */
export function requireOverRole(caller: Caller, role: Role): void {
  if (role === "owner") {
    if (caller.role === "owner") return;
    throw refusal("Only an owner makes, changes or removes owners.", { role });
  }
  const lacking = ROLE_SCOPES[role].filter((scope) => !allows(caller.scopes, scope));
  if (lacking.length > 0)
    throw refusal("A role can only be dealt in by who holds its scopes.", { role, scopes: lacking });
}

function refusal(message: string, detail: Record<string, string | string[] | null>): Problem {
  return new Problem("forbidden", { message, detail });
}
