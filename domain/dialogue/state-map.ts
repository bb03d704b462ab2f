import { type Changes, isPart, kindOf, type RemovedSubject, type States, type SubjectState } from "./states.ts";

/** Holds the states of one dialogue in memory, with what was deleted from it, and takes changes in. */
export class StateMap implements States {
  readonly graphId: string;
  readonly present: Map<string, SubjectState>;
  readonly deleted: Map<string, RemovedSubject>;

  constructor(
    graphId: string,
    present: Iterable<readonly [string, SubjectState]>,
    deleted: Iterable<readonly [string, RemovedSubject]> = [],
  ) {
    this.graphId = graphId;
    this.present = new Map(present);
    this.deleted = new Map(deleted);
  }

  get(id: string): SubjectState | null {
    return this.present.get(id) ?? null;
  }

  removed(id: string): RemovedSubject | null {
    return this.deleted.get(id) ?? null;
  }

  members(groupId: string): string[] {
    return [...this.present].flatMap(([id, state]) =>
      isPart("node", state) && state.group_id === groupId ? [id] : [],
    );
  }

  /** Takes in changed states. What a group was made of is remembered with it. */
  take(changes: Changes): void {
    for (const [id, state] of changes) {
      const before = this.present.get(id);
      if (state !== null) {
        this.present.set(id, state);
        this.deleted.delete(id);
      } else if (before !== undefined) {
        const released = [...changes.keys()].filter((each) => each !== id);
        this.deleted.set(id, kindOf(before) === "group" ? { state: before, released } : { state: before });
        this.present.delete(id);
      }
    }
  }

  /** A copy that changes by itself. */
  copy(): StateMap {
    return new StateMap(this.graphId, this.present, this.deleted);
  }
}
