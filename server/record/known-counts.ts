import type { Head } from "./append.ts";

/** Last row of a number of subjects: what the number was before a range of the record, and is since its end. */
export interface CountRow {
  readonly from_seq: number;
  readonly to_seq: number;
  readonly count_before: number;
  readonly count_after: number;
}

/** Last rows of a project's numbers by type and value; null for a number of which there is no row. */
export type LastCounts = Map<string, CountRow | null>;

/** Projects whose last rows are kept, and rows of each. */
const PROJECTS = 1_000;
const ROWS = 32;

/**
 * Last rows of the numbers that this process wrote itself. They are true as long as the project's head is the one that the
 * process left behind: any writer moves it. A project takes up to 5 kB.
 */
export class KnownCounts {
  private readonly projects = new Map<string, { readonly head: Head; readonly rows: LastCounts }>();

  /** Returns what is known at a head, for the writer that has locked it. */
  at(projectId: string, head: Head): LastCounts {
    const known = this.projects.get(projectId);
    const isSame = known?.head.last_seq === head.last_seq && known.head.last_recorded_at === head.last_recorded_at;
    return isSame ? new Map(known.rows) : new Map();
  }

  /** Takes what holds at a head that is committed; the rows that were used last are at the end. */
  note(projectId: string, head: Head, rows: LastCounts): void {
    this.projects.delete(projectId);
    this.projects.set(projectId, { head, rows: new Map([...rows].slice(-ROWS)) });
    for (const oldest of this.projects.keys()) {
      if (this.projects.size <= PROJECTS) break;
      this.projects.delete(oldest);
    }
  }
}
