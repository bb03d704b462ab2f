import { invalidValue } from "../../kernel/problem.ts";

/**
 * Reads a moment in milliseconds.
 *
 * @throws {@link ValidationProblem} where it is not in the future.
 */
export function futureMoment(value: string | null, now: number): number | null {
  if (value === null) return null;
  const at = new Date(value).getTime();
  if (at <= now) throw invalidValue(["body", "expires_at"], "must be in the future", value);
  return at;
}

/** A list without repetitions; null stays null. */
export function unique(ids: readonly string[] | null): string[] | null {
  return ids === null ? null : [...new Set(ids)];
}
