/** A kind of job as the queue knows it. */
export interface JobKind {
  /** `verb_object`; stands in the table of jobs, so it never changes. */
  readonly name: string;
  /** Interval from the end of one run to the beginning of the next; null for a job that is requested. */
  readonly every: string | null;
}

const UNITS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;

/** The seconds of `10 minutes`. @throws Error when it is no such text */
export function secondsOf(every: string): number {
  const [, count, unit] = /^(\d+) (second|minute|hour|day)s?$/.exec(every) ?? [];
  if (count === undefined || unit === undefined) throw new Error(`"${every}" is no span such as "10 minutes"`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
