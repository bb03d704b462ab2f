/** Events within one part of the time. */
interface Span {
  readonly from_at: string;
  readonly to_seq: number;
}

/** The beginning of the first of some spans, and how long it is until that of the last, in milliseconds. */
function extent(spans: readonly Span[]): { readonly begin: number; readonly long: number } {
  const begin = Date.parse(spans[0]?.from_at ?? "");
  return { begin, long: Date.parse(spans.at(-1)?.from_at ?? "") - begin };
}

/** Returns the position of a span in time, from 0 to 1; where all spans have the same time, its position among them. */
export function shareOf<S extends Span>(spans: readonly S[], span: S): number {
  const { begin, long } = extent(spans);
  if (long > 0) return (Date.parse(span.from_at) - begin) / long;
  return spans.length < 2 ? 0 : spans.indexOf(span) / (spans.length - 1);
}

/** The last sequence of what had begun at a share of the time; undefined where there is nothing. */
export function seqAtShare(spans: readonly Span[], share: number): number | undefined {
  return spans.findLast((span) => shareOf(spans, span) <= share)?.to_seq;
}
