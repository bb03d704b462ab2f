import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { Brought } from "../../kernel/brought.ts";
import type { Version } from "../../record/resource.ts";
import { sourceState } from "./source.ts";

/** Bytes that the JSON of an entity's properties may have, in UTF-8. */
export const MAX_PROPERTIES_BYTES = 262_144;

/** State of an entity as the record keeps it. */
export const EntityState = z.object({
  external_id: z.string(),
  type: z.string(),
  name: z.string(),
  properties: z.custom<JsonObject>().default({}),
  parent_id: z.string().nullable().default(null),
  /** Whether a parent was ever set, null included: located entities have a path. */
  located: z.boolean().default(false),
  ...sourceState,
  /** Link that it came by; null for the project's own. */
  brought: Brought.nullable().default(null),
});
export type EntityState = z.output<typeof EntityState>;
export type EntityVersion = Version<EntityState>;

/** Whether two states differ in what paths are made of: the parent, the external id, or having a place at all. */
export function placedApart(before: EntityState | null, after: EntityState | null): boolean {
  return (
    before === null ||
    after === null ||
    before.parent_id !== after.parent_id ||
    before.external_id !== after.external_id ||
    before.located !== after.located
  );
}
