/**
 * Work in steps of a few milliseconds, so that its caller can serve others between two of them. The generator returns
 * the result.
 */
export type Steps<T> = Generator<void, T, undefined>;

/** Entries of a list that make a step, where each is a look-up or two. */
export const STEP = 2_000;

/** Runs steps to their end without a pause; returns the result. */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a function for each entry, in steps. */
export function* forEachInSteps<T>(entries: Iterable<T>, work: (entry: T, index: number) => void): Steps<void> {
  let index = 0;
  for (const entry of entries) {
    work(entry, index++);
    if (index % STEP === 0) yield;
  }
}

/** Sorts a list as `toSorted` does, in steps. */
export function* sortInSteps<T>(list: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  if (list.length <= STEP) return list.toSorted(compare);
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += STEP) {
    runs.push(list.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merging(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length; ) {
    // Of equals the first stays first.
    const isLeft = r === right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0);
    merged.push((isLeft ? left[l++] : right[r++]) as T);
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
