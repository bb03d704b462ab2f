import type { Failure } from "./transport.ts";

/** Number of failures on a batch before each gesture is sent by itself. */
const PATIENCE_TOGETHER = 2;
/** Number of failures on one gesture, while others are accepted, before it is returned to its author. */
const PATIENCE = 3;

interface FailureCount {
  readonly times: number;
  /** Whether the server took something else since: then the fault is with this batch. */
  readonly isProven: boolean;
}

/**
 * Failures of the server itself (status 500) are counted by batch. A service that fails on everything is waited for; one that
 * takes everything but a batch will never take that batch, and nobody else waits for it.
 */
export class RepeatedFailures {
  private readonly failures = new Map<string, FailureCount>();

  /** Whether a failure is a defect met by this very request, not a service that is away or busy. */
  static isOne(failure: Failure): boolean {
    return failure.kind === "refused" && failure.status === 500;
  }

  /** The server failed on a batch of so many gestures. Answers what is to become of it. */
  on(batchId: string, size: number): "again" | "apart" | "refused" {
    const before = this.failures.get(batchId);
    const times = (before?.times ?? 0) + 1;
    const isProven = before?.isProven ?? false;
    this.failures.set(batchId, { times, isProven });
    if (size > 1) return times < PATIENCE_TOGETHER ? "again" : this.ended(batchId, "apart");
    return times < PATIENCE || !isProven ? "again" : this.ended(batchId, "refused");
  }

  /** The server took a batch: whatever it fails on now, it fails on by itself. */
  taken(batchId: string): void {
    this.failures.delete(batchId);
    for (const [id, { times }] of this.failures) this.failures.set(id, { times, isProven: true });
  }

  /** Whether others go before this batch, to learn whether the fault is with it. */
  isStalled(batchId: string): boolean {
    return this.failures.get(batchId)?.isProven === false;
  }

  private ended<T>(batchId: string, answer: T): T {
    this.failures.delete(batchId);
    return answer;
  }
}
