import type { Db } from "../../record/database.ts";

/** Features that use keys. They are in a layer above the keys, so they are given to them. */
export interface KeyUsers {
  /** Sessions of a project that wait for this key or will call with it, the oldest first. */
  sessionsUsing(db: Db, projectId: string, byokId: string): Promise<readonly string[]>;
}
