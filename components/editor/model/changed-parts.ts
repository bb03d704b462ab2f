type Parts<T> = ReadonlyMap<string, T>;

/** Origin of a map of parts. It is held weakly: a chain of origins would keep every earlier state. */
interface Origin {
  readonly before: WeakRef<Parts<unknown>>;
  readonly ids: ReadonlySet<string>;
}

const origins = new WeakMap<Parts<unknown>, Origin>();

/** Notes that `after` is `before` with other parts, or none, at these ids. */
export function noteOrigin<T>(after: Parts<T>, before: Parts<T>, ids: ReadonlySet<string>): void {
  if (after !== before) origins.set(after, { before: new WeakRef(before), ids });
}

/**
 * Ids at which two maps hold different parts, or only one holds any. Where one was made of the other this was noted, and all
 * that stayed as it was is not looked at: of a dialogue of 2,000 nodes a letter changes one.
 */
export function changedIds<T>(after: Parts<T>, before: Parts<T>): ReadonlySet<string> {
  if (after === before) return NONE;
  const origin = origins.get(after);
  if (origin?.before.deref() === before) return origin.ids;
  const ids = new Set<string>();
  for (const [id, part] of after) if (before.get(id) !== part) ids.add(id);
  for (const id of before.keys()) if (!after.has(id)) ids.add(id);
  return ids;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Makes a summary of all parts of a map, worked out again only when a part adds something else to it.
 *
 * @param partOf what one part adds, as a text: where that is the same, so is the summary
 * @param whole the summary of all parts
 */
export function summaryOf<T, S>(partOf: (part: T) => string, whole: (parts: Parts<T>) => S): (parts: Parts<T>) => S {
  const known = new WeakMap<Parts<T>, { readonly summary: S }>();
  const carried = (parts: Parts<T>): { readonly summary: S } | undefined => {
    const origin = origins.get(parts);
    const before = origin?.before.deref() as Parts<T> | undefined;
    const summary = before && known.get(before);
    if (origin === undefined || before === undefined || summary === undefined) return undefined;
    for (const id of origin.ids) {
      const [was, is] = [before.get(id), parts.get(id)];
      if (was === undefined || is === undefined || partOf(was) !== partOf(is)) return undefined;
    }
    return summary;
  };
  return (parts) => {
    const found = known.get(parts) ?? carried(parts) ?? { summary: whole(parts) };
    known.set(parts, found);
    return found.summary;
  };
}
