"use client";

import { createContext, type ReactNode, use } from "react";
import type { ProjectRole, Role } from "#domain/roles.ts";
import type { Outputs } from "../api/client.ts";

/** Session: the signed-in person and the workspace. */
export interface Session {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Roles in single projects, by the project's id, beside the one in the workspace. */
  readonly projectRoles: Readonly<Record<string, ProjectRole>>;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Every workspace of the person, this one among them. */
  readonly workspaces: readonly Outputs["members"]["myWorkspaces"]["workspaces"][number][];
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Returns the session. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("used outside SessionProvider");
  return session;
}

/** Whether the person has no part in the workspace but for the projects they were invited to. */
export function useIsGuest(): boolean {
  return useSession().role === "guest";
}

/** Whether the person looks after the workspace's people and keys. */
export function useIsAdministrator(): boolean {
  const { role } = useSession();
  return role === "owner" || role === "admin";
}
