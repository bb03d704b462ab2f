/** Gathers texts, in their order, until those of one group have a number of characters together; the last may have fewer. */
export function* byLength(texts: Iterable<string>, atLeast: number): Generator<readonly string[]> {
  let group: string[] = [];
  let length = 0;
  for (const text of texts) {
    group.push(text);
    length += text.length;
    if (length < atLeast) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}
