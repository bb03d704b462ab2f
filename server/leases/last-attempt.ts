/** Attempt at a piece of work, after two that ended with their process, that is made in a thread; the one after it is not made. */
export const LAST_ATTEMPT = 3;

/** Makes the last attempt at a piece of work, in a thread with services of its own. */
export type LastAttempt<Work, Result> = (
  work: Work,
  bounds: { workspace: string; deadlineMs: number; signal: AbortSignal },
) => Promise<Result>;
