/** Schema of pg-boss's tables. */
export const JOB_SCHEMA = "fabula_jobs";
/** All jobs lie in one queue: one look finds whatever is due. */
export const JOB_QUEUE = "fabula";

/** A piece takes less than this, in seconds. */
export const STEP_SECONDS = 30;
/** Interval of a working process's heartbeat, in seconds. */
export const BEAT_SECONDS = 5;
/** Interval at which a process looks for silent jobs, in seconds. */
export const SUPERVISE_SECONDS = 10;
/**
 * Time that one process's look spares all others, in seconds; less than the above, or each would just miss its own
 * turn.
 */
export const SPARED_SECONDS = 5;

const DAY = 86_400;

/**
 * Options of every job. One whose process fell silent is free again after `heartbeatSeconds` and at most
 * `SUPERVISE_SECONDS` more, waits twice `retryDelay` at most, and is found by the next look, so within a minute; one
 * that runs away, after `expireInSeconds`.
 */
export const QUEUE_OPTIONS = {
  expireInSeconds: 2 * STEP_SECONDS,
  heartbeatSeconds: 20,
  /** A piece is tried ten times in about forty minutes, with jitter, before the job lies dead. */
  retryLimit: 9,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  /** Jobs that are over, dead ones included, can be looked at for as long. */
  deleteAfterSeconds: 30 * DAY,
  retentionSeconds: 365 * DAY,
} as const;

/** A periodic job never lies dead: it is tried again at least every ten minutes, whatever happened. */
export const PERIODIC_OPTIONS = { retryBackoff: true, retryLimit: 1_000_000, retryDelayMax: 600 } as const;
