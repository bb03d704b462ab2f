/**
 * Options of a query that tries a write out: with `dry_run` the operation answers what it would do and changes nothing, so it is
 * read as a query is. The answer is another one with everything that is written, so none outlives the question.
 */
export const DRY_RUN = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;
