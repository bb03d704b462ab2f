/** Number of rows of the fixed work: it takes some 50 ms, too short to delay what a part prints. */
const ROWS = 20_000;
/** Runs before the first sample that counts: by then the engine has compiled the work. */
const WARM_UP = 5;

/**
 * Milliseconds of the processor that the fixed work took in the middle of a gate on two cores that nothing else used, on the
 * day of the budgets in test-parts.ts.
 */
export const USUAL_MS = 43;

/** Text of one fixed table: reading, sorting and writing it is what tests of ours mostly do. */
const TABLE = JSON.stringify(
  Array.from({ length: ROWS }, (_, n) => ({
    id: `ent_${((n * 2_654_435_761) % 2 ** 32).toString(36)}`,
    name: `Person ${n % 97}`,
    seq: n,
    traits: { age: n % 90, home: `place ${n % 31}`, words: ["salt", "gate", "tide"] },
  })),
);

interface Row {
  readonly id: string;
  readonly name: string;
  readonly traits: { readonly home: string };
}

function work(): number {
  const rows = JSON.parse(TABLE) as Row[];
  const sorted = rows.toSorted((a, b) => a.id.localeCompare(b.id));
  const homes = Map.groupBy(sorted, ({ traits }) => traits.home);
  return JSON.stringify([...homes]).length;
}

/** Milliseconds of the processor that this process spends on the fixed work. */
function sample(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The middle of some numbers, null of none. */
function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}

/**
 * Yardstick for processor time: the same work, measured again and again while tests run beside it. A processor second does
 * less on a shared machine: one commit took 1.4 times as many on one day as on another, and 2.1 times on a third.
 */
export class Yardstick {
  #samples: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Measures every so many milliseconds, until `stop`. */
  start(everyMs: number): void {
    for (let n = 0; n < WARM_UP; n++) work();
    this.#timer = setInterval(() => this.#samples.push(sample()), everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Marks a moment, for `since`. */
  get now(): number {
    return this.#samples.length;
  }

  /** Times that the work took longer than usual since a moment, by its median; null when it was not measured since. */
  since(moment: number): number | null {
    const middle = median(this.#samples.slice(moment));
    return middle === null ? null : middle / USUAL_MS;
  }
}
