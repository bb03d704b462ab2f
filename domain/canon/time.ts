import type { CanonWorld } from "./world.ts";

/**
 * Whether two facts are said of one time. What the record tells holds at once, and so does what one passage tells, or what two chapters tell
 * that happen at the same place in the story. A chapter moves on from one passage to the next, and all else may be a look back.
 */
export function isAtOnce(a: string, b: string, world: Pick<CanonWorld, "storyOf">): boolean {
  const [one, other] = [world.storyOf(a), world.storyOf(b)];
  if (one === null || other === null) return one === other;
  if (one.passage_id === other.passage_id) return true;
  return one.order !== null && one.order === other.order && one.chapter_id !== other.chapter_id;
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
