/** Things of a project by id, as far as they are here. */
export interface NameMap<Item> extends ReadonlyMap<string, Item> {
  /** Whether the list is complete: an id that is not in it is not in the project. */
  readonly isWhole: boolean;
}

/** Empty list before anything is loaded. */
export const NOTHING_KNOWN: NameMap<never> = known<never>([], false);

/** Things by id. */
export function known<Item>(entries: Iterable<readonly [string, Item]>, isWhole = true): NameMap<Item> {
  return Object.assign(new Map(entries), { isWhole });
}

interface Made {
  readonly rest: readonly object[];
  readonly known: NameMap<unknown>;
}

const made = new WeakMap<readonly object[], Made>();

/**
 * The first page of a list and the rest of it, by id. Made once for the same pages however many ask: a long script asks
 * in every section.
 */
export function knownOf<Raw extends { readonly id: string }, Item>(
  first: readonly Raw[],
  rest: readonly Raw[],
  isWhole: boolean,
  itemOf: (raw: Raw) => Item,
): NameMap<Item> {
  const before = made.get(first);
  if (before !== undefined && before.rest === rest && before.known.isWhole === isWhole) {
    return before.known as NameMap<Item>;
  }
  const result = known(
    [first, rest].flatMap((page) => page.map((raw) => [raw.id, itemOf(raw)] as const)),
    isWhole,
  );
  made.set(first, { rest, known: result });
  return result;
}
