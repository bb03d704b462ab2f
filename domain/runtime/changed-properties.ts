import type { Scalar } from "../expression.ts";
import type { WorldChange } from "./story.ts";

/** Returns the properties of an entity that a playthrough has changed, by key; those within another are left out. */
export function changedProperties(world: readonly WorldChange[], entityId: string): Record<string, Scalar> {
  return Object.fromEntries(
    world.flatMap(({ what, entity, key, value }): [string, Scalar][] =>
      what === "property" && entity === entityId && key !== null && !key.includes(".") ? [[key, value]] : [],
    ),
  );
}
