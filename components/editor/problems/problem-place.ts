import type { ShownGroup } from "../store/problem-store.ts";

/** A group and where it stands in the list, counted from one. */
export function neighbourhood(
  groups: readonly ShownGroup[],
  key: string,
): { group: ShownGroup | undefined; at: number; of: number } {
  const at = groups.findIndex((group) => group.key === key);
  return { group: groups[at], at: at + 1, of: groups.length };
}
