"use client";

import { createContext, use } from "react";
import { type ProjectRole, type Role, roleInProject } from "#domain/roles.ts";
import { useOnline } from "../api/online.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { ProjectContext } from "./project-context.ts";
import { useSession } from "./session-provider.tsx";

/**
 * Kind of action for permissions: `edit` changes the open dialogue (stored on this device while offline), `change`
 * writes something that needs an answer now, `compose` writes the words of a comment, `comment` sends them or settles a thread, `fetch`
 * reads something that is not loaded, `manage` looks after the project, `administer` concerns the workspace.
 */
export type Action = "edit" | "change" | "compose" | "comment" | "fetch" | "manage" | "administer";

/** Whether a control may act; if not, why, in a sentence for its tooltip. */
export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Facts on which permission depends. */
export interface Situation {
  /** Role in the workspace. */
  readonly role: Role;
  /** Part in the project, the stronger of both roles, or outside of all what the workspace's gives; null for a guest. */
  readonly part: ProjectRole | null;
  /** The sequence that is looked at; null for now. */
  readonly at: number | null;
  readonly online: boolean;
  /** Whether the project whose page is open is archived. */
  readonly archived: boolean;
}

const ALLOWED: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

/** Actions whose result is kept on this device until there is a connection. */
const KEPT: readonly Action[] = ["edit", "compose"];
const COMMENTING: readonly Action[] = ["compose", "comment"];

/** The one rule of what a person may do here and now. */
export function permission(action: Action, { role, part, at, online, archived }: Situation): Permission {
  if (action === "fetch") return online ? ALLOWED : no("This needs a connection.");
  if (action === "administer" && role !== "owner" && role !== "admin")
    return no("Only owners and admins of the workspace can do this.");
  if (action !== "administer") {
    const refused = refusalOf(action, part);
    if (refused !== null) return no(refused);
  }
  if (at !== null) return no("You are looking at an earlier moment. Go back to now to change things.");
  if (archived) return no("This project is archived. An admin can unarchive it.");
  if (!KEPT.includes(action) && !online) return no("This needs a connection.");
  return ALLOWED;
}

/** Returns why a part in a project does not allow an action; null where it does. */
function refusalOf(action: Action, part: ProjectRole | null): string | null {
  if (part === null) return "Guests work in the projects they were invited to.";
  if (action === "manage") return part === "admin" ? null : "Only admins of the project can do this.";
  if (part === "viewer") return "Viewers can only read. An admin can let you comment or write.";
  if (part === "commenter" && !COMMENTING.includes(action))
    return "Commenters can only read and comment. An admin can let you write.";
  return null;
}

/** Returns the reason for a control's `disabledReason`; null when it is enabled. */
export const reasonOf = (permission: Permission): string | null => (permission.allowed ? null : permission.reason);

/** Whether the project whose pages these are is archived; said by the provider of the project. */
export const ArchivedContext = createContext(false);

export const useIsArchived = (): boolean => use(ArchivedContext);

/** Returns the person's part in projects by their ids; with null, the part that the role in the workspace gives. */
function usePart(): (projectId: string | null) => ProjectRole | null {
  const { role, projectRoles } = useSession();
  return (id) =>
    roleInProject(role, id !== null && Object.hasOwn(projectRoles, id) ? (projectRoles[id] ?? null) : null);
}

/** Whether the person looks after the project whose pages these are, unless another is named; with null, after the workspace. */
export function useIsManager(projectId?: string | null): boolean {
  const here = use(ProjectContext);
  return usePart()(projectId === undefined ? here : projectId) === "admin";
}

interface CanOptions {
  /** Asks as if the project were not archived, for what it takes all the same, such as being copied or deleted. */
  readonly whileArchived?: boolean;
  /** Asks as if now were looked at, for what is about now whatever is shown. */
  readonly now?: boolean;
}

/**
 * The rule, for here and now: `const can = useCan(); can("edit").allowed`. It is asked of the project whose pages these are, unless it is
 * asked of another, or with null of the workspace.
 */
export function useCan({
  whileArchived = false,
  now = false,
}: CanOptions = {}): (action: Action, projectId?: string | null) => Permission {
  const { role } = useSession();
  const here = use(ProjectContext);
  const partIn = usePart();
  const { at } = useMoment();
  const online = useOnline();
  const archived = useIsArchived() && !whileArchived;
  return (action, projectId = here) =>
    permission(action, { role, part: partIn(projectId), at: now ? null : at, online, archived });
}
