/**
 * Connections of a process for reading and for writing, unless its environment says otherwise. With the two that listen and
 * watch they are eleven, so eight processes leave twelve of the hundred that PostgreSQL allows by default.
 */
export const POOL_SIZES = { reads: 5, writes: 4 } as const;
