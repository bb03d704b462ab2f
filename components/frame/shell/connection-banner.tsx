"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useStudioClient } from "../api/api-provider.tsx";
import { useOnline } from "../api/online.ts";
import { useSessionState } from "../api/session-state.ts";
import { openWorkspace } from "../session/open-workspace.ts";
import { useSession } from "../session/session-provider.tsx";
import { SignInLink } from "../session/sign-in-link.tsx";

const TRY_EVERY_MS = 5_000;

/** Says that the service cannot be reached, or that the session has ended; tries again by itself. */
export function ConnectionBanner() {
  const isOnline = useOnline();
  const session = useSessionState();
  useRetry(!isOnline);
  if (isOnline && session === "in") return null;
  return (
    <div
      role="status"
      className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-b bg-canvas px-4 py-1 text-13 text-ink-2 print:hidden"
    >
      {!isOnline && <p>Offline. You can keep writing; changes are kept on this device and sent later.</p>}
      {isOnline && session === "out" && (
        <p>
          You are signed out. What you wrote is kept on this device. <SignInLink besides />
        </p>
      )}
      {isOnline && session === "elsewhere" && <OpenedElsewhere />}
    </div>
  );
}

/** Says that another tab has opened another workspace, and leads back to this one. */
function OpenedElsewhere() {
  const { workspaceId, workspaceName } = useSession();
  const [isRefused, setRefused] = useState(false);
  const back = () =>
    void openWorkspace(workspaceId, window.location.pathname + window.location.search).catch(() => setRefused(true));
  return (
    <>
      <p>Another workspace was opened in this browser. What you wrote here is kept on this device.</p>
      <Button size="sm" onClick={back}>
        Go back to <span dir="auto">{workspaceName}</span>
      </Button>
      {isRefused && <p role="alert">The workspace could not be opened.</p>}
    </>
  );
}

/** Asks for something small until it arrives, then reads again what could not be read. */
function useRetry(isOffline: boolean): void {
  const client = useStudioClient();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(() => void client.keys.me.query({}).catch(() => undefined), TRY_EVERY_MS);
    return () => {
      clearInterval(timer);
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
    };
  }, [isOffline, client, queries]);
}
