/** Steps that one reading may have. */
export const MAX_STEPS = 1_000;

/** Bytes of what is read in one reading. */
export const MAX_LINES_BYTES = 1024 * 1024;
