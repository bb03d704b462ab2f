import {
  createTRPCClient,
  type getFetch,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#server/trpc/router.ts";
import { tellingCommits } from "./commits.ts";
import { reportReachable } from "./online.ts";
import { reportSession } from "./session-state.ts";

/** Every operation's input, by `area` and `name`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** Every operation's answer, by `area` and `name`. */
export type Outputs = inferRouterOutputs<AppRouter>;
export type StudioClient = TRPCClient<AppRouter>;
/** A refusal as it arrives in the browser. */
export type StudioError = TRPCClientError<AppRouter>;

const URL = "/api/trpc";
/** Header without which a write is refused: a form of another site cannot send it. */
const HEADERS = { "x-fabula-studio": "1" };

/**
 * Headers of every call. A page says of which workspace it is: another tab may have opened another one, and then a 401 is right,
 * where a 404 would end what is unsent.
 */
export const callHeaders = (workspaceId: string) => ({ ...HEADERS, "x-fabula-workspace": workspaceId });
/** The server's own limit on calls in one batch. */
const MAX_BATCH = 20;

/** Calls sent alone: a failing neighbour must not fail them. */
const isAlone = ({ type, context }: { type: string; context: Record<string, unknown> }): boolean =>
  type === "mutation" || context.alone === true;

/**
 * The studio's connection to its operations. Reads that are asked for together travel together; writes travel alone;
 * the event stream is a connection of its own.
 */
export function createStudioClient(workspaceId: string): StudioClient {
  const headers = callHeaders(workspaceId);
  return createTRPCClient<AppRouter>({
    links: [
      tellingCommits,
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({ url: URL }),
        false: splitLink({
          condition: isAlone,
          true: httpLink({ url: URL, headers, fetch: observedFetch }),
          false: httpBatchLink({
            url: URL,
            headers,
            maxItems: MAX_BATCH,
            fetch: observedFetch,
          }),
        }),
      }),
    ],
  });
}

/** Whether an error is a refusal of the server; otherwise it never got there, or its answer never came back. */
export function isRefusal(error: unknown): error is StudioError {
  return error instanceof TRPCClientError && error.data != null;
}

/** `fetch`, which also tells the studio whether the service was reached and whether it still knows this session. */
export const observedFetch: ReturnType<typeof getFetch> = async (input, init) => {
  try {
    const response = await fetch(input, init as RequestInit);
    reportReachable(true);
    if (response.status === 401) reportSession(response.headers.has("x-fabula-workspace") ? "elsewhere" : "out");
    else if (response.ok) reportSession("in");
    return response;
  } catch (error) {
    // A read that nobody waits for any more says nothing about the connection.
    if (init?.signal?.aborted !== true) reportReachable(false);
    throw error;
  }
};
