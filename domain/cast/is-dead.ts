import type { JsonObject } from "../json.ts";

/** Words for a state of the dead. */
const DEAD = new Set(["dead", "deceased"]);

/**
 * Whether the properties of a character say that it is dead: `alive` is false, `dead` or `deceased` is true, or `status` is one of these words.
 * Nothing else is taken as a sign of death.
 */
export function isDead(properties: JsonObject): boolean {
  const { alive, dead, deceased, status } = properties;
  if (alive === false || dead === true || deceased === true) return true;
  return typeof status === "string" && DEAD.has(status.trim().toLowerCase());
}
