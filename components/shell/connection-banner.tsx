"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStudioClient } from "../api/api-provider.tsx";
import { useOnline } from "../session/online.ts";
import { SignInLink } from "../session/sign-in-link.tsx";
import { useSignedOut } from "../session/signed-out.ts";

const TRY_EVERY_MS = 5_000;

/** Says that the service cannot be reached, or that the session has ended; tries again by itself. */
export function ConnectionBanner() {
  const isOnline = useOnline();
  const isSignedOut = useSignedOut();
  useRetry(!isOnline);
  if (isOnline && !isSignedOut) return null;
  return (
    <div
      role="status"
      className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-b bg-canvas px-4 py-1 text-13 text-ink-2 print:hidden"
    >
      {isOnline ? (
        <p>
          You are signed out. What you wrote is kept on this device. <SignInLink />
        </p>
      ) : (
        <p>Offline. What is open can be read and written; changes are kept on this device and sent later.</p>
      )}
    </div>
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
