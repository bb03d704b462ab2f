import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { EXTRA_FORBIDDEN, type Failure } from "./item.ts";

/** Longest name that is compared with the known ones: whatever is longer is no slip of the keyboard. */
const MAX_COMPARED = 64;

/** The failure of a field or parameter that does not exist, with the one that was probably meant. */
export function unknownName(name: string, known: Iterable<string>, meant: string | null = null): Failure {
  const suggestion = meant ?? (name.length > MAX_COMPARED ? null : nearestName(name, known));
  if (suggestion === null) return EXTRA_FORBIDDEN;
  return { ...EXTRA_FORBIDDEN, msg: `${EXTRA_FORBIDDEN.msg}${didYouMean(suggestion)}`, ctx: { suggestion } };
}
