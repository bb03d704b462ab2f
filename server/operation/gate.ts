import { sql } from "drizzle-orm";
import { isoMoment } from "../kernel/clock.ts";
import { isId } from "../kernel/ids.ts";
import { Problem } from "../kernel/problem.ts";
import { allows, type Caller, type Mode, type Scope, scopesIn } from "../kernel/scope.ts";
import { type Columns, type Db, foundRow, isOneOf, textArray } from "../record/database.ts";
import type { Resource } from "../record/resource.ts";
import type { ProjectRef, Services } from "./context.ts";
import type { ProjectHome } from "./known-projects.ts";
import type { KeyedOperation } from "./operation.ts";
import type { HeadColumns, SubjectRead } from "./subject-read.ts";

/** A project with one subject of it; null when there is none. */
export interface OpenedSubject<Row> {
  project: ProjectRef;
  subject: Row | null;
}

/**
 * Opens a project and finds a subject in it in one statement, committed by itself: the gate for reads by id.
 *
 * @throws {@link Problem} `not_found` where either is missing or not the caller's.
 */
export async function openSubject<Row>(
  db: Db,
  caller: Caller,
  projectId: string,
  { read, id, atSeq }: { read: SubjectRead<Row>; id: string; atSeq: number | null },
): Promise<OpenedSubject<Row>> {
  requireListed(caller, projectId);
  const { workspaceId, modes } = caller;
  const row = foundRow(await db.execute<HeadColumns>(read.statement({ projectId, id, workspaceId, modes }, atSeq)));
  if (row === null || row.head_deleted_at !== null) throw new Problem("not_found");
  const { head_mode: mode, head_seq: lastSeq, head_deleted_at, ...columns } = row;
  return {
    project: { id: projectId, workspaceId, mode, lastSeq, deletedAt: null },
    subject: read.rowOf(columns, atSeq),
  };
}

interface HeadRow extends Record<string, unknown> {
  workspace_id: string;
  mode: Mode;
  last_seq: number;
  last_recorded_at: string;
  deleted_at: string | null;
  archived: boolean;
}

/** The head of a project that a workspace has in one of some modes; the server remembers the statement. */
const HEAD = `SELECT workspace_id, mode, last_seq, last_recorded_at, deleted_at, archived FROM project_heads
  WHERE project_id = $1 AND workspace_id = $2 AND mode = ANY(string_to_array($3, ' '))`;
const LOCKED_HEAD = `${HEAD} FOR UPDATE`;

/** The project's head with the time of its last event in milliseconds, for the writer that holds its lock. */
export interface LockedProject {
  project: ProjectRef;
  head: { last_seq: number; last_recorded_at: number };
  isArchived: boolean;
}

/** A project's address that nobody but its workspace's callers may use: 404 for others, without a look-up. */
function requireListed(caller: Caller, projectId: string): void {
  if (!isId("prj", projectId)) throw new Problem("not_found");
  if (!isListed(caller, projectId)) throw new Problem("not_found");
}

function isListed({ projectIds }: Caller, projectId: string): boolean {
  return projectIds === null || projectIds.includes(projectId);
}

function requireHome(home: { workspaceId: string; mode: Mode }, caller: Caller): void {
  if (home.workspaceId !== caller.workspaceId || !caller.modes.includes(home.mode)) throw new Problem("not_found");
}

/**
 * Refuses whoever may not see a project before they wait in its line, so that strangers neither lengthen it nor learn of it.
 * A line that nobody waits in is not looked at: there the lock is asked for at once, by {@link openProject}.
 */
export async function admitToQueue(
  { database, knownProjects, queue }: Services,
  caller: Caller,
  projectId: string,
): Promise<void> {
  requireListed(caller, projectId);
  const home = knownProjects.find(projectId);
  if (home !== null) {
    requireHome(home, caller);
  } else if (queue.isBusy(projectId)) {
    knownProjects.note(projectId, await findHome(database.reads, caller, projectId));
  }
}

/**
 * Finds the workspace and mode of a project that the caller may see, deleted or not: a repeated restore is answered as
 * the first one was.
 */
async function findHome(db: Db, caller: Caller, projectId: string): Promise<ProjectHome> {
  const rows = await db.execute<Columns<"project_heads", "mode"> & { workspaceId: string; mode: Mode }>(
    sql`SELECT workspace_id AS "workspaceId", mode FROM project_heads
        WHERE project_id = ${projectId} AND workspace_id = ${caller.workspaceId} AND ${isOneOf(sql`mode`, caller.modes)}`,
  );
  const home = foundRow(rows);
  if (home === null) throw new Problem("not_found");
  return home;
}

/** Rules of an operation that say who may call it. */
type Admission = Pick<
  KeyedOperation,
  "path" | "scope" | "forEveryone" | "forPlayers" | "forGuests" | "forCommenters" | "projectOf"
>;

/**
 * Checks that the caller may call an operation, by the scopes of both its roles or as a commenter, in the project that the parameters
 * name. A publishable key is not answered what not everyone may read, the token of a player nothing that is not declared for players. Where the project is not known yet, whoever may call the
 * operation in some project passes, and is to be asked again.
 *
 * @throws {@link Problem} `insufficient_scope`, `forbidden`; `not_found` for a guest in a project that is not theirs.
 */
export function requireAllowed(caller: Caller, operation: Admission, params: Readonly<Record<string, string>>): void {
  const { path, projectOf, scope, forEveryone, forPlayers, forCommenters, forGuests } = operation;
  const { role, projectRoles, readsAs, player } = caller;
  if (player !== null) {
    // What a token opens is said by the operation; it has no scopes.
    if (forPlayers === null) throw notForPlayers();
    return;
  }
  const mayIn = (projectId: string) =>
    allows(scopesIn(caller, projectId), scope) || (forCommenters && projectRoles.get(projectId) === "commenter");
  const maySomewhere = () => allows(caller.scopes, scope) || [...projectRoles.keys()].some(mayIn);
  if (projectOf === null && !path.includes("{project_id}")) {
    if (!(forGuests && role === "guest" && maySomewhere())) requireScope(caller, scope, null);
  } else {
    const { project_id: projectId } = params;
    if (!(projectId === undefined ? maySomewhere() : mayIn(projectId))) throw lacking(caller, scope, projectId ?? null);
  }
  if (readsAs !== null && !forEveryone) throw notForEveryone();
}

/** The refusal of what a publishable key asks for beyond what everyone may read. */
export function notForEveryone(): Problem {
  return new Problem("forbidden", {
    message:
      "A publishable key reads as everyone, and this shows more than everyone may read: use a secret key on a server.",
  });
}

/** The refusal of what the token of a player asks for beyond playing. */
export function notForPlayers(): Problem {
  return new Problem("forbidden", {
    message:
      "The token of a player plays and reads what that player may know; this takes a key: call it from a server.",
  });
}

/**
 * Checks that the caller holds a scope in a project; with null, in the workspace.
 *
 * @throws {@link Problem} `insufficient_scope` where it does not; `not_found` for a guest in a project that is not theirs.
 */
export function requireScope(caller: Caller, required: Scope, projectId: string | null): void {
  if (!allows(scopesIn(caller, projectId), required)) throw lacking(caller, required, projectId);
}

/**
 * Checks that the caller of a write may write subjects of a kind, whatever the way in.
 *
 * @throws {@link Problem} `insufficient_scope` where it may not.
 */
export function requireWriter(
  { caller, project }: { readonly caller: Caller; readonly project: ProjectRef },
  { scope, forCommenters }: Pick<Resource, "scope" | "forCommenters">,
): void {
  if (forCommenters && caller.projectRoles.get(project.id) === "commenter") return;
  requireScope(caller, scope, project.id);
}

/** Whether a caller may read the project of a call, and so be told what others wrote there. */
export function mayReadIn({ caller, project }: { readonly caller: Caller; readonly project: ProjectRef }): boolean {
  return caller.player === null && allows(scopesIn(caller, project.id), "read");
}

/** The refusal of a caller who lacks a scope. A guest learns nothing of projects that are not theirs. */
function lacking(caller: Caller, required: Scope, projectId: string | null): Problem {
  if (caller.role === "guest" && projectId !== null && !caller.projectRoles.has(projectId))
    return new Problem("not_found");
  return new Problem("insufficient_scope", { detail: { required, granted: [...scopesIn(caller, projectId)] } });
}

/** Whether work that goes on in a caller's name may still write a project with a scope. */
export function mayStill(caller: Caller | null, required: Scope, projectId: string): caller is Caller {
  return caller !== null && isListed(caller, projectId) && allows(scopesIn(caller, projectId), required);
}

/** Returns which of these callers {@link openProject} would admit to which project, in one statement. */
export async function canOpen(
  db: Db,
  asked: readonly { caller: Caller; projectId: string }[],
): Promise<readonly boolean[]> {
  const found = await db.execute<Columns<"project_heads", "project_id" | "workspace_id" | "mode"> & { mode: Mode }>(
    sql`SELECT project_id, workspace_id, mode FROM project_heads
        WHERE project_id = ANY(${textArray([...new Set(asked.map(({ projectId }) => projectId))])})
          AND workspace_id = ANY(${textArray([...new Set(asked.map(({ caller }) => caller.workspaceId))])})
          AND deleted_at IS NULL`,
  );
  const heads = new Map(found.map((head) => [head.project_id, head]));
  return asked.map(({ caller, projectId }) => {
    const head = heads.get(projectId);
    if (head === undefined || head.workspace_id !== caller.workspaceId || !caller.modes.includes(head.mode))
      return false;
    return isListed(caller, projectId);
  });
}

/**
 * The gate for whoever joins the transaction of another writer, who has locked the project: what it asks is known by now.
 *
 * @throws {@link Problem} as {@link openProject} does.
 */
export function joinProject({ project, isArchived }: LockedProject, caller: Caller, whileArchived: boolean): void {
  requireListed(caller, project.id);
  requireHome(project, caller);
  if (isArchived && !whileArchived) throw new Problem("project_archived");
}

/**
 * The tenant gate: every access to a project's rows comes through here. A project of another workspace or mode, outside the
 * key's list, or deleted (unless asked for) is the same 404 as one that does not exist. Who locks a project wants to change it: one
 * that is archived is refused then, unless `whileArchived`.
 *
 * @throws {@link Problem} `not_found`, `project_archived`.
 */
export async function openProject(
  db: Db,
  caller: Caller,
  projectId: string,
  options: { lock: boolean; deleted?: boolean; whileArchived?: boolean } = { lock: false },
): Promise<LockedProject> {
  requireListed(caller, projectId);
  // The lock is a statement of its own: one that both waits and reads other rows would read what was true before the
  // wait; of the row it locks it reads the newest. Whoever may not see the project does not get to lock it.
  const values = [projectId, caller.workspaceId, caller.modes.join(" ")];
  const row = foundRow(await db.execute<HeadRow>({ text: options.lock ? LOCKED_HEAD : HEAD, values }));
  if (row === null || (row.deleted_at !== null) !== (options.deleted ?? false)) throw new Problem("not_found");
  if (row.archived && options.lock && options.whileArchived !== true) throw new Problem("project_archived");
  return {
    project: {
      id: projectId,
      workspaceId: row.workspace_id,
      mode: row.mode,
      lastSeq: row.last_seq,
      deletedAt: row.deleted_at === null ? null : isoMoment(row.deleted_at),
    },
    head: { last_seq: row.last_seq, last_recorded_at: new Date(row.last_recorded_at).getTime() },
    isArchived: row.archived,
  };
}
