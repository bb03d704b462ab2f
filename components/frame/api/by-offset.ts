/** Returns the options of an infinite query over a list that is read by offset, `size` rows at a time. */
export function byOffset(size: number) {
  return {
    initialPageParam: 0,
    getNextPageParam: (last: { readonly has_more: boolean }, pages: readonly unknown[]) =>
      last.has_more ? pages.length * size : undefined,
  };
}
