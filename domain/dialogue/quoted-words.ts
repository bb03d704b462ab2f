/**
 * Finds where words that were quoted stand now: of all places where they stand, the one nearest to where they stood, in UTF-16 code
 * units; null where they stand nowhere any more.
 */
export function placeOfQuote(text: string, quote: string, start: number): number | null {
  let nearest: number | null = null;
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (nearest !== null && Math.abs(at - start) >= Math.abs(nearest - start)) break;
    nearest = at;
  }
  return nearest;
}
