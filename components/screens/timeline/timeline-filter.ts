/** Filter of a timeline, as it is written in the address. */
export interface TimelineFilter {
  readonly actor?: string;
  readonly subject_type?: string;
  readonly subject_id?: string;
}

/** Names in the address, and what each narrows. */
const NAMES = { who: "actor", kind: "subject_type", about: "subject_id" } as const;

/** Reads the filter from an address. */
export function filterOf(query: URLSearchParams): TimelineFilter {
  const asked = Object.entries(NAMES).flatMap(([name, key]) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [[key, value] as const];
  });
  return Object.fromEntries(asked);
}

/** The query of an address with another choice under a name; null chooses nothing. */
export function withChoice(query: string, name: keyof typeof NAMES, value: string | null): string {
  const next = new URLSearchParams(query);
  if (value === null || value === "") next.delete(name);
  else next.set(name, value);
  return next.size === 0 ? "" : `?${next}`;
}
