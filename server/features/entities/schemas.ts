import { z } from "zod";
import { externalId } from "#drizzle/schema/external-id.ts";
import { chosenId, freeObject, idOf, text } from "../../kernel/validation/fields.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import { MAX_PROPERTIES_BYTES } from "./entity-state.ts";
import { shownPath } from "./path.ts";
import type { PlacedEntity } from "./placed.ts";

/** An entity on the wire. */
export const Entity = z
  .object({
    id: z.string(),
    project_id: z.string(),
    external_id: z
      .string()
      .meta({ description: "Your own stable identifier, unique among the project's current entities." }),
    type: z.string().meta({ description: "Canonical type, such as `location` or `character`." }),
    name: z.string(),
    properties: z.looseObject({}).meta({ description: "Domain-specific properties, free-form." }),
    ...versionFields,
    parent_id: z.string().nullable().meta({ description: "Parent entity; null for roots." }),
    location_path: z.string().nullable().meta({
      description: "`/{external_id}` for roots, `/{ancestor}/…/{own}` below; null when a parent was never set.",
    }),
    source_link_id: z.string().nullable().meta({
      description: "Link that brought it from another project; null for the project's own entities.",
    }),
    source_entity_id: z
      .string()
      .nullable()
      .meta({ description: "Its id in the project that it came from; null for the project's own entities." }),
    source_project_id: z
      .string()
      .nullable()
      .meta({ description: "Project that it came from; null for the project's own entities." }),
  })
  .meta({ id: "Entity" });

export const entityParams = z.object({ project_id: idOf("prj"), entity_id: idOf("ent") });

/** Canonical type of places. */
export const LOCATION = "location";

export const entityFields = {
  external_id: externalId,
  type: text({ min: 1, max: 100, singleLine: true }),
  name: text({ min: 1, max: 500, singleLine: true }),
  properties: freeObject({ maxBytes: MAX_PROPERTIES_BYTES }),
  parent_id: idOf("ent").nullable().meta({ description: "Parent entity; an explicit null makes a root with a path." }),
  parent_external_id: externalId
    .nullable()
    .meta({ description: "The parent by its external_id, instead of `parent_id`." }),
};

/** Body that creates an entity. */
export const EntityCreate = z
  .strictObject({
    id: chosenId("ent"),
    external_id: entityFields.external_id,
    type: entityFields.type,
    name: entityFields.name,
    properties: entityFields.properties.optional(),
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
  })
  .meta({ id: "EntityCreate" });
export type EntityCreate = z.output<typeof EntityCreate>;

/** An entity on the wire. */
export function toEntity({ version, path }: PlacedEntity): z.input<typeof Entity> {
  return {
    id: version.id,
    project_id: version.project_id,
    external_id: version.external_id,
    type: version.type,
    name: version.name,
    properties: version.properties,
    ...versionMeta(version),
    parent_id: version.parent_id,
    location_path: path === null ? null : shownPath(path.path),
    source_link_id: version.brought?.link_id ?? null,
    source_entity_id: version.brought === null ? null : version.id,
    source_project_id: version.brought?.project_id ?? null,
  };
}

/** An entity's ETag: the seq of its last change, and of its path where it has one, because moving an ancestor changes it. */
export function entityTag({ version, path }: PlacedEntity): string | number {
  return path === null ? version.valid_from_seq : `${version.valid_from_seq}.${path.since}`;
}

/** Treatment of the children of a deleted entity. */
export const childrenPolicy = z.enum(["cascade", "detach"]).optional().meta({
  description:
    "Children of the entity: `cascade` deletes them, `detach` makes them roots. When absent, an entity with children is a 409.",
});

/** Entities deleted together. */
export const EntitiesGone = z.object({
  entities: z.array(z.string()).meta({ description: "Every entity deleted, the one named included." }),
  detached: z.array(z.string()).meta({ description: "Children that became roots." }),
  relationships: z.array(z.string()).meta({ description: "Relationships deleted with them." }),
});
export type EntitiesGone = z.output<typeof EntitiesGone>;

/** The answer to a deletion. */
export const EntityDeletion = z.object({
  id: z.string(),
  deleted: z.boolean().meta({ description: "False for a dry run: the lists have what would be deleted." }),
  ...EntitiesGone.shape,
});
