/**
 * A number from 0 up to but not including 1, the same for the same seed and draw. A playthrough keeps its seed and how
 * often it drew, so that stepping back and playing again gives the same dice.
 *
 * Source: the mixing function of SplitMix32.
 */
export function randomAt(seed: number, draw: number): number {
  let state = (seed + Math.imul(draw + 1, 0x9e3779b9)) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return ((state ^ (state >>> 15)) >>> 0) / 4_294_967_296;
}

/** A whole number from `low` to `high`, both included. */
export function integerAt(seed: number, draw: number, low: number, high: number): number {
  const first = Math.ceil(Math.min(low, high));
  const last = Math.floor(Math.max(low, high));
  return last < first ? first : first + Math.floor(randomAt(seed, draw) * (last - first + 1));
}
