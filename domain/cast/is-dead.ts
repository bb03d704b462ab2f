type Properties = Readonly<Record<string, unknown>>;

/** Words for a state of the dead. */
const DEAD = new Set(["dead", "deceased"]);

/** Properties by which a character can be dead. */
export const SIGNS_OF_DEATH = ["alive", "dead", "deceased", "status"] as const;

/**
 * Returns the names of the properties by which a character is dead: `alive` is false, `dead` or `deceased` is true, or `status` is one of these
 * words. Nothing else is taken as a sign of death.
 */
export function signsOfDeath(properties: Properties): string[] {
  return SIGNS_OF_DEATH.filter((name) => {
    const value = properties[name];
    if (name === "status") return typeof value === "string" && DEAD.has(value.trim().toLowerCase());
    return value === (name !== "alive");
  });
}

/** Returns a status as far as it tells who lives: words of the dead as they are, every other one as `alive`. */
export function statusOfLife<T>(status: T): T | "alive" {
  return isDead({ status }) ? status : "alive";
}

/** Whether the properties of a character say that it is dead. */
export function isDead(properties: Properties): boolean {
  return signsOfDeath(properties).length > 0;
}
