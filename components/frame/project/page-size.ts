/** The most a list answers at once. */
export const PAGE = 500;
