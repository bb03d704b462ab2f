"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import type { ReactNode } from "react";
import { ReadAhead } from "./ahead/read-ahead.tsx";
import { ApiProvider } from "./api/api-provider.tsx";
import { MomentProvider } from "./moment/moment-provider.tsx";
import { type Session, SessionProvider } from "./session/session-provider.tsx";

/**
 * Provides the contexts that every page of a signed-in person needs. The library of the popups writes no style
 * elements: the content security policy forbids them, and `globals.css` holds the one rule it would write.
 */
export function StudioProviders({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <SessionProvider session={session}>
      <ApiProvider key={session.workspaceId} workspaceId={session.workspaceId}>
        <MomentProvider>
          <CSPProvider disableStyleElements>
            <ReadAhead>{children}</ReadAhead>
          </CSPProvider>
        </MomentProvider>
      </ApiProvider>
    </SessionProvider>
  );
}
