import type { ProjectRef, Services } from "../../operation/context.ts";
import { findVersion } from "../../record/versions.ts";
import { sessionResource } from "./session.ts";

/** Milliseconds between two looks at a session, for changes that no notification announced. */
const LOOK_MS = 1_000;

/**
 * Waits while a session has the status `accepted`, at most for the given time. The project's commits wake it, and it
 * holds no database connection while it waits.
 */
export async function waitWhileAccepted(
  { database, live, clock }: Services,
  { id: projectId }: ProjectRef,
  sessionId: string,
  patienceMs: number,
): Promise<void> {
  const until = clock.now() + patienceMs;
  let ring = () => {};
  const end = live.feed.watch((grown) => {
    if (grown === projectId) ring();
  });
  try {
    for (;;) {
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      const version = await findVersion(database.reads, sessionResource, projectId, sessionId, null);
      const left = until - clock.now();
      if (version?.status !== "accepted" || left <= 0) return;
      await Promise.race([rung, pause(Math.min(left, LOOK_MS))]);
    }
  } finally {
    end();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
