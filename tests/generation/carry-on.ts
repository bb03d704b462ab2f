import { type Generator, SessionLoop, storedKeys } from "#server/features/generation/public.ts";
import type { SessionKeys } from "#server/features/generation/session-keys.ts";
import { generators } from "#server/worker/generators.ts";
import type { TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

/** Carries the sessions of an API on until one of them is something else than accepted; answers its status. */
export async function carryOn(
  { services, call }: Pick<TestApi, "services" | "call">,
  sessionId: string,
  kinds: readonly Generator[] = generators,
  keys: SessionKeys = storedKeys,
): Promise<string> {
  const loop = new SessionLoop(services, kinds, { pollMs: 20 }, keys);
  loop.start();
  try {
    const { status } = await eventually(
      async () => (await call<{ status: string }>("GET", `/v1/sessions/${sessionId}/status`)).body,
      (standing) => standing.status !== "accepted",
      { about: sessionId },
    );
    return status;
  } finally {
    await loop.close();
  }
}
