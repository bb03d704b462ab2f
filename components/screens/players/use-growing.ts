import { useState } from "react";

/** Rows that are read first, and those that are read further each time. */
const STEP = 20;
/** Rows that one request answers. */
const MOST = 500;

/** Returns the number of rows that a list asks for, and what makes it more; undefined where no more can be asked for. */
export function useGrowing(): { readonly limit: number; readonly grow: (() => void) | undefined } {
  const [limit, setLimit] = useState(STEP);
  return { limit, grow: limit < MOST ? () => setLimit(Math.min(MOST, limit * 2)) : undefined };
}
