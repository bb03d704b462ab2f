"use client";

import { createContext, type ReactNode, use } from "react";
import type { Outputs } from "../api/client.ts";

/** Who is signed in, and where. */
export interface Session {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: NonNullable<Outputs["keys"]["me"]["user"]>["role"];
  readonly workspaceId: string;
  readonly workspaceName: string;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("used outside SessionProvider");
  return session;
}
