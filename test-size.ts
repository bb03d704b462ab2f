/** The seed that random tests use in `npm test`: the same run every time, so that what is red is red for everybody. */
const USUAL_SEED = 20_261_122;

/** Whether the tests run at full size, as `npm run test:full` does. */
export const IS_FULL = process.env.FABULA_TEST_SIZE === "full";

/** The seed of this run: fixed in `npm test`, random and printed in `npm run test:full`. FABULA_TEST_SEED repeats either. */
export const TEST_SEED = Number(process.env.FABULA_TEST_SEED ?? USUAL_SEED);

/**
 * Returns the number of rounds of a test: few in the gate, which every change waits for; many in the full run, where a
 * rare loss has to show.
 */
export function rounds(size: { gate: number; full: number }): number {
  return IS_FULL ? size.full : size.gate;
}

/**
 * Members to try what a class of them has in common, because the same code does it for each: all in the full run, and in the
 * gate one of each class, chosen by the seed.
 */
export function sampleOfEach<Member>(members: readonly Member[], classOf: (member: Member) => string): Set<Member> {
  if (IS_FULL) return new Set(members);
  const classes = [...Map.groupBy(members, classOf).values()];
  return new Set(classes.flatMap((alike) => alike.slice(TEST_SEED % alike.length).slice(0, 1)));
}
