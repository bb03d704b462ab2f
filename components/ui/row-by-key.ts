/** Index of the row that a key goes to; undefined for keys that go nowhere. `page` is how many rows a window shows. */
export function rowByKey(count: number, at: number, key: string, page: number): number | undefined {
  const goal = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return goal === undefined ? undefined : Math.min(Math.max(goal, 0), count - 1);
}
