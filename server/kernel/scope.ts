import type { ProjectRole, Role } from "#domain/roles.ts";

/** Scopes of keys and members. Scopes imply nothing but `admin` ⊃ `webhooks:manage`. */
export const SCOPES = ["read", "write", "generate", "admin", "byok:write", "webhooks:manage"] as const;
export type Scope = (typeof SCOPES)[number];

/** Real data or development data; a project keeps the mode it was made in. */
export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

/** The scopes each role resolves to, so that people and keys pass through one permission check. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  admin: SCOPES,
  designer: ["read", "write", "generate"],
  viewer: ["read"],
  guest: [],
};

/** The scopes each role holds in its project. A commenter may also call what is declared to be for commenters. */
export const PROJECT_ROLE_SCOPES: Record<ProjectRole, readonly Scope[]> = {
  admin: SCOPES,
  writer: ["read", "write", "generate"],
  commenter: ["read"],
  viewer: ["read"],
};

/** Roles in projects of somebody who has none. */
export const NO_PROJECT_ROLES: ReadonlyMap<string, ProjectRole> = new Map();

/** Whether the scopes held allow what an operation requires. */
export function allows(held: readonly Scope[], required: Scope): boolean {
  return held.includes(required) || (required === "webhooks:manage" && held.includes("admin"));
}

/** Returns the rights of a member, by the role in the workspace and those in projects. */
export function rightsOf(
  role: Role,
  projectRoles: Caller["projectRoles"],
): Pick<Caller, "role" | "scopes" | "projectIds" | "projectRoles"> {
  return {
    role,
    scopes: ROLE_SCOPES[role],
    projectIds: role === "guest" ? [...projectRoles.keys()] : null,
    projectRoles,
  };
}

/** Returns the scopes that a caller holds in a project, where the scopes of both roles hold. With null, those held in the workspace. */
export function scopesIn({ scopes, projectRoles }: Caller, projectId: string | null): readonly Scope[] {
  const role = projectId === null ? undefined : projectRoles.get(projectId);
  return role === undefined
    ? scopes
    : SCOPES.filter((each) => scopes.includes(each) || PROJECT_ROLE_SCOPES[role].includes(each));
}

/** Returns the projects in which a caller holds a scope; null for all of the workspace. */
export function projectsWith(caller: Caller, scope: Scope): readonly string[] | null {
  if (allows(caller.scopes, scope)) return caller.projectIds;
  return [...caller.projectRoles.keys()].filter((id) => allows(scopesIn(caller, id), scope));
}

/** Value of `as` for what is public and the facts that everyone knows. */
export const EVERYONE = "everyone";

/** Player for whom a caller shows a token, and how far the token reaches. */
export interface PlayerGrant {
  /** The player's id. */
  readonly id: string;
  readonly projectId: string;
  /** Dialogues that may be played; null for all. */
  readonly dialogues: readonly string[] | null;
  /** Requests that do something, a minute. */
  readonly messagesPerMinute: number;
}

/** Caller of a request after authentication: a key, a player's token or a signed-in member, resolved to the same terms. */
export interface Caller {
  readonly kind: "key" | "user";
  /** `key:<id>`, `user:<id>` or `player:<id>`, as events record it. */
  readonly actor: string;
  readonly id: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
  /** Modes this caller sees: a key its own, a person both. */
  readonly modes: readonly Mode[];
  /** Projects that a key is limited to, or that a guest has a role in; null means all of the workspace. */
  readonly projectIds: readonly string[] | null;
  /** The member's role; null for keys. */
  readonly role: Role | null;
  /** The member's roles in single projects, by the project's id; none for keys. */
  readonly projectRoles: ReadonlyMap<string, ProjectRole>;
  /** Name for the plan's limits. */
  readonly plan: string;
  /** Encrypts stored answers that hold a secret; derived from the presented key, never stored. Null for people. */
  readonly sealKey: Uint8Array | null;
  /** Perspective of everything it reads: that of everyone for publishable keys, that of its avatar for a player; null leaves it to `as`. */
  readonly readsAs: string | null;
  /** The player whose token it is; null for keys and people. */
  readonly player: PlayerGrant | null;
  /** Version that a person's session has to carry; null for keys. */
  readonly sessionVersion: number | null;
}

/** A caller of one project without a key and without any scope: a part of the service, or whoever holds a link. */
export function callerOfProject(place: {
  /** Actor as events record it. */
  readonly actor: string;
  readonly workspaceId: string;
  readonly projectId: string;
  readonly mode: Mode;
}): Caller {
  return {
    kind: "key",
    actor: place.actor,
    id: place.actor,
    workspaceId: place.workspaceId,
    scopes: [],
    modes: [place.mode],
    projectIds: [place.projectId],
    role: null,
    projectRoles: NO_PROJECT_ROLES,
    plan: "system",
    sealKey: null,
    readsAs: null,
    player: null,
    sessionVersion: null,
  };
}
