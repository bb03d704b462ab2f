/** Returns a predicate in lower case, with blanks between its words. */
function plain(predicate: string): string {
  return predicate
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
}

/** Spellings that were made, by the lists that they are of: a rule is asked again and again. */
const made = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Returns the spellings of predicates that mean the same: as given, and in lower case or with a capital, with blanks, underscores or hyphens
 * between the words.
 */
export function spellings(predicates: readonly string[]): ReadonlySet<string> {
  const known = made.get(predicates);
  if (known !== undefined) return known;
  const all = new Set<string>();
  made.set(predicates, all);
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
