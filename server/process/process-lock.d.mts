/** A process as a lock file names it: its pid, and its start time to tell it from a later process with that pid. */
export interface ProcessIdentity {
  pid: number;
  stamp: string;
}

export interface LockHolder extends ProcessIdentity {
  since?: string;
  [info: string]: unknown;
}

export interface Lock {
  acquired: true;
  /** Adds to what the lock file says about its holder. */
  update(more: Record<string, unknown>): void;
  release(): void;
}

export type LockAttempt = Lock | { acquired: false; holder: LockHolder };

/** The start time of a process in a comparable form; `null` when no such process lives (a zombie is dead). */
export function processStamp(pid: number): string | null;
/** Whether the very process that wrote this identity still lives. */
export function isAlive(identity: ProcessIdentity): boolean;
/** This process. */
export function ownIdentity(): ProcessIdentity;
/** The live holder of a lock file, or `null`. */
export function lockHolder(path: string): LockHolder | null;
/** Takes the lock file, or says who holds it; the file of a dead process is taken over. */
export function acquireLock(path: string, info?: Record<string, unknown>): Promise<LockAttempt>;
/**
 * Takes the lock file, waiting for its holder to finish or die.
 *
 * @throws the signal's reason once it is aborted
 */
export function waitForLock(path: string, onWait?: (holder: LockHolder) => void, signal?: AbortSignal): Promise<Lock>;
