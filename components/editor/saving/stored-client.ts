import { createTRPCClient, httpLink } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";
import { callHeaders, type StudioClient } from "../../frame/api/client.ts";

/** A connection whose requests outlive their page. The browser takes 64 KiB of such at once. */
export function createStoredClient(workspaceId: string): StudioClient {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: "/api/trpc",
        headers: callHeaders(workspaceId),
        fetch: (input, init) => fetch(input as RequestInfo, { ...(init as RequestInit), keepalive: true }),
      }),
    ],
  });
}
