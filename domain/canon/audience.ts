import type { CanonFact } from "./world.ts";

/** Whether one reader may know both facts: two that different entities believe do not contradict each other. */
export function shareReader(a: Pick<CanonFact, "known_by">, b: Pick<CanonFact, "known_by">): boolean {
  const [left, right] = [a.known_by, b.known_by];
  if (left === "everyone") return right === "everyone" || right.length > 0;
  if (right === "everyone") return left.length > 0;
  if (left.length === 0 || right.length === 0) return left.length === right.length;
  if (left.length === 1 && right.length === 1) return left[0] === right[0];
  const those = new Set(right);
  return left.some((id) => those.has(id));
}
