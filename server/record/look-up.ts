import type { Resource } from "./resource.ts";

/**
 * Subjects that a write will ask for first. They are read for all writes of a transaction in one statement a column, on the way
 * together with the project's lock: what is not named here is asked by each in its turn, a round trip each.
 */
export interface LookUp {
  readonly resource: Resource<never>;
  /** `id`, or a column that an index has behind the project. */
  readonly column: string;
  readonly values: readonly string[];
  /** Whether what is derived from them, such as paths, is asked for too; with ids only. */
  readonly derived: boolean;
}

type Wanted = string | null | undefined;

/** Subjects by their ids, with what is derived from them if that is asked for. */
export function byId(
  resource: Resource<never>,
  ids: readonly Wanted[],
  { derived = false }: { derived?: boolean } = {},
): LookUp {
  return { resource, column: "id", values: ids.filter(isGiven), derived };
}

/** Subjects by another column, as {@link UnitOfWork.find} will ask for them. */
export function byColumn<S>(resource: Resource<S>, column: keyof S & string, values: readonly Wanted[]): LookUp {
  return { resource, column, values: values.filter(isGiven), derived: false };
}

/** Whether a value names something; what a body names by its external id is looked up by that. */
function isGiven(value: Wanted): value is string {
  return typeof value === "string";
}

/** Look-ups by resource and column, each value once. */
export function merged(lookUps: readonly LookUp[]): LookUp[] {
  const columns = new Map<string, { first: LookUp; values: Set<string> }>();
  for (const lookUp of lookUps) {
    const name = `${lookUp.resource.type}.${lookUp.column}${lookUp.derived ? " derived" : ""}`;
    const known = columns.get(name);
    if (known === undefined) columns.set(name, { first: lookUp, values: new Set(lookUp.values) });
    else for (const value of lookUp.values) known.values.add(value);
  }
  return [...columns.values()]
    .filter(({ values }) => values.size > 0)
    .map(({ first, values }) => ({ ...first, values: [...values] }));
}
