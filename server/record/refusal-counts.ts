import { databaseError } from "./database-errors.ts";

/** SQLSTATEs have five characters, the first two of which are their class. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Refusals of the database that callers of one pool met: numbers by class of SQLSTATE, such as `57`. */
export class RefusalCounts extends Map<string, number> {
  /** Counts an error that is a refusal of the database. */
  note(error: unknown): void {
    const { sqlstate } = databaseError(error) ?? { sqlstate: "" };
    if (!SQLSTATE.test(sqlstate)) return;
    const sqlstateClass = sqlstate.slice(0, 2);
    this.set(sqlstateClass, (this.get(sqlstateClass) ?? 0) + 1);
  }
}
