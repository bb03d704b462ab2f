import type { JsonObject } from "../json.ts";

/** Words for a state of the dead. */
const DEAD = new Set(["dead", "deceased"]);

/** Properties by which a character can be dead. */
export const SIGNS_OF_DEATH = ["alive", "dead", "deceased", "status"] as const;

/**
 * Returns the names of the properties by which a character is dead: `alive` is false, `dead` or `deceased` is true, or `status` is one of these
 * words. Nothing else is taken as a sign of death.
 */
export function signsOfDeath(properties: JsonObject): string[] {
  return SIGNS_OF_DEATH.filter((name) => {
    const value = properties[name];
    if (name === "status") return typeof value === "string" && DEAD.has(value.trim().toLowerCase());
    return value === (name !== "alive");
  });
}

/** Whether the properties of a character say that it is dead. */
export function isDead(properties: JsonObject): boolean {
  return signsOfDeath(properties).length > 0;
}
