import type { CanonWorld } from "./world.ts";

/**
 * Whether two facts are said of one time. What the record tells holds at once; what passages tell does where they happen at the same place in
 * the story. All else may have moved on in between, or be a look back.
 */
export function isAtOnce(a: string, b: string, world: Pick<CanonWorld, "storyOf">): boolean {
  const [one, other] = [world.storyOf(a), world.storyOf(b)];
  if (one === null || other === null) return one === other;
  return one.order !== null && one.order === other.order;
}

/** Way in which one fact comes after another: by the record, by the story, or not that anybody can tell. */
export type Order = "record" | "story" | null;

/**
 * Returns the order by which a fact can be said to come after another one, or after something of the record where that is null. Passages are
 * ordered by the story alone, and not with what the record tells.
 */
export function orderOf(earlier: string | null, later: string, world: Pick<CanonWorld, "storyOf">): Order {
  const [before, after] = [earlier === null ? null : world.storyOf(earlier), world.storyOf(later)];
  if (before === null && after === null) return "record";
  if (before === null || after === null || before.order === null || after.order === null) return null;
  return before.order < after.order ? "story" : null;
}
