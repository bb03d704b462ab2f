import { Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { type InterruptRow, readInterrupts } from "./rows.ts";
import { type SessionVersion, sessionResource } from "./session.ts";

/**
 * Finds a session as it is now.
 *
 * @throws {@link Problem} `not_found` where the project has none of that id.
 */
export async function requireSession(db: Db, projectId: string, id: string): Promise<SessionVersion> {
  const version = await findVersion(db, sessionResource, projectId, id, null);
  if (version === null) throw new Problem("not_found");
  return version;
}

/** The question a session asks now; null where it asks none. */
export async function openInterrupt(
  db: Db,
  { project_id, id, interrupt }: SessionVersion,
): Promise<InterruptRow | null> {
  if (interrupt === null) return null;
  const all = await readInterrupts(db, project_id, id);
  return all.find((each) => each.id === interrupt.id) ?? null;
}
