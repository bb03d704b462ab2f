"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, use, useState } from "react";
import type { AppRouter } from "#server/trpc/router.ts";
import { createStudioClient, isRefusal, type StudioClient } from "./client.ts";

interface Api {
  readonly client: StudioClient;
  readonly queries: TRPCOptionsProxy<AppRouter>;
}

const ApiContext = createContext<Api | null>(null);

/**
 * Refusals say the same again; only what never arrived is worth another try, and soon: a person who is offline wants to
 * be told, and what could not be read is read again as soon as the service is reached.
 */
const MAX_TRIES = 1;
const TRY_AGAIN_AFTER_MS = 500;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (tries, error) => !isRefusal(error) && tries < MAX_TRIES,
        retryDelay: TRY_AGAIN_AFTER_MS,
        // Offline is told by the failed request itself; the browser's own opinion is often wrong.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** Gives the pages below it the operations, and a cache of what they answered. */
export function ApiProvider({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const [{ queryClient, api }] = useState(() => {
    const client = createStudioClient(workspaceId);
    const queryClient = createQueryClient();
    return { queryClient, api: { client, queries: createTRPCOptionsProxy<AppRouter>({ client, queryClient }) } };
  });
  return (
    <QueryClientProvider client={queryClient}>
      <ApiContext value={api}>{children}</ApiContext>
    </QueryClientProvider>
  );
}

function useApiContext(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("used outside ApiProvider");
  return api;
}

/** The operations as options for TanStack Query: `useQuery(useApi().dialogues.list.queryOptions({…}))`. */
export function useApi(): TRPCOptionsProxy<AppRouter> {
  return useApiContext().queries;
}

/** The operations as plain calls: `await useStudioClient().dialogues.batch.mutate({…})`. */
export function useStudioClient(): StudioClient {
  return useApiContext().client;
}
