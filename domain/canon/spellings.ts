/** Returns a predicate in lower case, with blanks between its words. */
function plain(predicate: string): string {
  return predicate
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
}

/**
 * Returns the spellings of predicates that mean the same: as given, and in lower case or with a capital, with blanks, underscores or hyphens
 * between the words.
 */
export function spellings(predicates: readonly string[]): Set<string> {
  const all = new Set<string>();
  for (const predicate of predicates) {
    const words = plain(predicate);
    all.add(predicate);
    for (const joint of [" ", "_", "-"]) {
      const joined = words.replaceAll(" ", joint);
      all.add(joined).add(joined.charAt(0).toUpperCase() + joined.slice(1));
    }
  }
  return all;
}
