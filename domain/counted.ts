/** "1 card", "3 cards", "2,000 cards". Only what has a separator asks the language's own rules: they take 3 ms to be made. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${Number.isInteger(count) && Math.abs(count) < 1_000 ? count : count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
