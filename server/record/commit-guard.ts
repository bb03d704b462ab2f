import type { Head } from "./append.ts";
import type { PendingChange, RecordView, Resource } from "./resource.ts";

/** A change that is about to be committed, with the resource it is of. */
export interface GuardedChange {
  readonly resource: Pick<Resource, "type">;
  readonly change: PendingChange;
}

/** View of a unit of work for a guard: current states with the changes that are about to be committed. */
export interface GuardedRecord extends RecordView {
  /** Whether the author of the commit may read the project, so that a refusal may quote it. */
  readonly mayRead: boolean;
  /** The change of one subject that waits to be written, or null. */
  pendingOf<S>(resource: Resource<S>, id: string): PendingChange<S> | null;
}

/** View of the transaction of one project for a guard. */
export interface GuardedTransaction {
  readonly projectId: string;
  /** Head of the project when the transaction locked it. */
  readonly beganAt: Head;
  /** Notes of guards, each its own, for the time of the transaction. */
  readonly notes: Map<CommitGuard, unknown>;
  /** Types of the subjects that earlier commits of the transaction changed. */
  changedTypes(): Iterable<string>;
}

/**
 * Check of a feature over all changes of a commit, whatever they are of. It is asked under the lock of the project, once for what a
 * commit comes to, and only where it refuses that, for each part that stands alone; it may look up a bounded number of subjects, and refuses by throwing a problem.
 */
export interface CommitGuard {
  check(record: GuardedRecord, changes: readonly GuardedChange[], transaction: GuardedTransaction): Promise<void>;
  /** Hears that the transaction is committed and the head of the project has moved. */
  committed(transaction: GuardedTransaction, head: Head): void;
}
