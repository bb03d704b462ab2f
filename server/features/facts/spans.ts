/** Sequences from one to another, both included. */
export type Span = readonly [from: number, to: number];

/** Returns spans in order, those that overlap or follow each other as one. */
export function merged(spans: readonly Span[]): Span[] {
  const whole: [number, number][] = [];
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = whole.at(-1);
    if (last === undefined || from > last[1] + 1) whole.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return whole;
}

/** Returns the sequences that are in both of two lists of spans. */
export function common(some: readonly Span[], others: readonly Span[]): Span[] {
  const both = some.flatMap(([from, to]) =>
    others
      .map(([start, end]): Span => [Math.max(from, start), Math.min(to, end)])
      .filter(([start, end]) => start <= end),
  );
  return merged(both);
}

/** Returns the sequences of some spans that are in none of others. */
export function without(some: readonly Span[], others: readonly Span[]): Span[] {
  let left = merged(some);
  for (const [start, end] of others) {
    left = left.flatMap(([from, to]): Span[] =>
      end < from || start > to
        ? [[from, to]]
        : [...(from < start ? [[from, start - 1] as const] : []), ...(to > end ? [[end + 1, to] as const] : [])],
    );
  }
  return left;
}
