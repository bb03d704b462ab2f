import type { Generator } from "../features/generation/public.ts";
import { type Areas, areas } from "../operations.ts";

/** Returns the kinds of generation of these areas. */
export function generatorsOf(of: Areas): readonly Generator[] {
  // Areas name what `generator()` made; the operation layer does not know more of it than that.
  return Object.values(of).flatMap(({ generators: own }) => own as readonly Generator[]);
}

/** Every kind of generation of the product. What is not listed is not carried on. */
export const generators = generatorsOf(areas);
