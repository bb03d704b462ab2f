/**
 * Finds the first entry of a list that is behind a place, by halves.
 *
 * @param sorted entries, of which those that are not behind the place come first
 * @returns its index; the length of the list where none is
 */
export function firstIndex<T>(sorted: readonly T[], isBehind: (entry: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
