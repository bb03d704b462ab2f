/**
 * The known name that somebody most likely meant by one that is not known, or null when none is near.
 *
 * Names that differ only in case, `_`, `-`, `.` or spaces are near whatever their length. Otherwise one typing mistake is
 * forgiven from three characters on and two from eight on; a mistake is a character too many, too few, another one, or two
 * neighbours exchanged (Damerau's distance, in the restricted form that edits no part twice).
 */
export function nearestName(word: string, known: Iterable<string>): string | null {
  const plain = plainForm(word);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const other = plainForm(name);
    const mistakes = plain === other ? 0 : typingMistakes(plain, other, forgiven(other));
    if (mistakes < least) [best, least] = [name, mistakes];
  }
  return best;
}

/** A question that a message may end with: ` Did you mean "name"?`, or nothing. */
export function didYouMean(suggestion: string | null): string {
  return suggestion === null ? "" : `; did you mean ${JSON.stringify(suggestion)}?`;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, "");
}

function forgiven(name: string): number {
  return name.length < 3 ? 0 : name.length < 8 ? 1 : 2;
}

/** Mistakes that lead from one text to the other; infinite when they are more than `most`. Only the band in which they can lie is worked out. */
function typingMistakes(a: string, b: string, most: number): number {
  const none = Number.POSITIVE_INFINITY;
  if (Math.abs(a.length - b.length) > most) return none;
  let before = new Array<number>(b.length + 1).fill(none);
  let last = Array.from(before, (_, j) => (j <= most ? j : none));
  let row = [...before];
  for (let [i, least] = [1, 0]; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    row[from - 1] = from === 1 ? i : none;
    let smallest = none;
    for (let j = from; j <= Math.min(b.length, i + most); j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? none) + 1, (row[j - 1] ?? none) + 1, (last[j - 1] ?? none) + (same ? 0 : 1));
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchange) cost = Math.min(cost, (before[j - 2] ?? none) + 1);
      row[j] = cost;
      smallest = Math.min(smallest, cost);
    }
    if (smallest > most && least > most) return none;
    least = smallest;
    [before, last, row] = [last, row, before];
  }
  const mistakes = last[b.length] ?? none;
  return mistakes <= most ? mistakes : none;
}
