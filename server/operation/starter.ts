import type { Role } from "#domain/roles.ts";
import { type Caller, type Mode, NO_PROJECT_ROLES, type Scope } from "../kernel/scope.ts";

/** Requester of work that goes on after the answer, as it is stored with the work. */
export interface Starter {
  readonly kind: Caller["kind"];
  readonly actor: string;
  readonly id: string;
  readonly workspace_id: string;
  readonly modes: readonly Mode[];
  readonly project_ids: readonly string[] | null;
  readonly role: Role | null;
  readonly plan: string;
  readonly session_version: number | null;
  readonly request_id: string | null;
}

/** Returns the stored form of a request's caller. */
export function starterFrom(caller: Caller, requestId: string | null): Starter {
  return {
    kind: caller.kind,
    actor: caller.actor,
    id: caller.id,
    workspace_id: caller.workspaceId,
    modes: caller.modes,
    project_ids: caller.projectIds,
    role: caller.role,
    plan: caller.plan,
    session_version: caller.sessionVersion,
    request_id: requestId,
  };
}

/** The caller in whose name work goes on, with the scope that it was asked for with. */
export function callerFrom(starter: Starter, scope: Scope): Caller {
  return {
    kind: starter.kind,
    actor: starter.actor,
    id: starter.id,
    workspaceId: starter.workspace_id,
    scopes: [scope],
    modes: starter.modes,
    projectIds: starter.project_ids,
    role: starter.role,
    // What may still be done is asked of who they are by then.
    projectRoles: NO_PROJECT_ROLES,
    plan: starter.plan,
    sealKey: null,
    // Publishable keys and players start nothing.
    readsAs: null,
    player: null,
    sessionVersion: starter.session_version,
  };
}
