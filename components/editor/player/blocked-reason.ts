import { type GlossNames, glossExpression } from "#domain/gloss.ts";
import type { Obstacle } from "#domain/play/play.ts";

/** What stands in the way of a choice, in words: the very clause that fails. */
export function blockedReason(obstacle: Obstacle, names: GlossNames): string {
  if (obstacle.kind === "taken-once") return "Can be taken once, and was.";
  const clause = glossExpression(obstacle.condition, names);
  return obstacle.unknown ? `Not known here: ${clause}.` : `Closed: needs ${clause}.`;
}
