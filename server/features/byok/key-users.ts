import type { Db } from "../../record/database.ts";

/** Who uses keys, as far as those have to know: it lies above them, so it is given to them. */
export interface KeyUsers {
  /** Sessions of a project that wait for this key or will call with it, the oldest first. */
  sessionsUsing(db: Db, projectId: string, byokId: string): Promise<readonly string[]>;
}
