/** Type-token ratio at which a factor is full. */
const FULL = 0.72;

/**
 * Returns the measure of textual lexical diversity of words: their number by the number of factors, the mean of both directions. A factor
 * is a run of words whose share of different words has come down to 0.72; the rest counts by how far it came. Null where no word is
 * repeated, which has no measure. Source: McCarthy and Jarvis, MTLD, vocd-D, and HD-D (2010).
 */
export function mtld(words: readonly string[]): number | null {
  const forward = oneWay(words);
  const backward = oneWay(words.toReversed());
  return forward === null || backward === null ? null : (forward + backward) / 2;
}

function oneWay(words: readonly string[]): number | null {
  const seen = new Set<string>();
  let count = 0;
  let factors = 0;
  for (const word of words) {
    seen.add(word);
    count += 1;
    if (seen.size / count > FULL) continue;
    factors += 1;
    seen.clear();
    count = 0;
  }
  if (count > 0) factors += (1 - seen.size / count) / (1 - FULL);
  return factors === 0 ? null : words.length / factors;
}
