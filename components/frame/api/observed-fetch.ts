import type { getFetch } from "@trpc/client";
import { reportReachable } from "./online.ts";
import { reportSession } from "./session-state.ts";

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
