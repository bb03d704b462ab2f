type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * `next` as it is, in the identity of `known` as far as the two are equal: what did not change stays the same object, however it
 * was made.
 */
export function keepIdentity<T>(known: T | undefined, next: T): T {
  if (known === undefined || known === next || !isObject(known) || !isObject(next)) return next;
  if (Array.isArray(known) !== Array.isArray(next)) return next;
  return (Array.isArray(next) ? keptArray(known as never, next) : keptObject(known as Fields, next as Fields)) as T;
}

function keptObject(known: Fields, next: Fields): Fields {
  const names = Object.keys(next);
  let isSame = names.length === Object.keys(known).length;
  const kept: Fields = {};
  for (const name of names) {
    kept[name] = keepIdentity(known[name], next[name]);
    if (kept[name] !== known[name] || !Object.hasOwn(known, name)) isSame = false;
  }
  return isSame ? known : kept;
}

function keptArray(known: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = new Map(known.flatMap((each) => (isObject(each) && "id" in each ? [[each.id, each]] : [])));
  const kept = next.map((each, index) =>
    keepIdentity(isObject(each) && "id" in each ? byId.get(each.id) : known[index], each),
  );
  return kept.length === known.length && kept.every((each, index) => each === known[index]) ? known : kept;
}
