/** Subjects of one transaction: some 50 to 100 ms under the project's lock. */
const AT_ONCE = 250;

/** Does something with some items at a time. */
export async function inPieces<Item>(
  items: readonly Item[],
  one: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await one(items.slice(from, from + AT_ONCE));
}
