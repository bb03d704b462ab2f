import { z } from "zod";
import { type Json, jsonEqual } from "#domain/json.ts";
import { jsonValue } from "../../kernel/page.ts";
import { idOf } from "../../kernel/validation/fields.ts";
import type { Db } from "../../record/database.ts";
import type { Version } from "../../record/resource.ts";
import type { EntityState } from "../entities/public.ts";
import { readSource, type SourceEntity } from "./read-source.ts";

/** Parameters of the path of an entity that a link brought. */
export const originParams = z.object({
  project_id: idOf("prj"),
  link_id: idOf("lnk").meta({ description: "The link." }),
  source_entity_id: idOf("ent").meta({ description: "The entity, which has the same id here." }),
});

/** Origin of an entity that a link brought, and what of it is the project's own. */
export const EntityOrigin = z
  .object({
    link_id: z.string().meta({ description: "Link that brought it." }),
    source_project_id: z.string().meta({ description: "Project that it is of; it has the same id there." }),
    source_seq: z.int().meta({ description: "Sequence of that project as of which it is here." }),
    linked: z.array(z.string()).meta({
      description: "Properties that came along and are read-only, as its name and its type are.",
    }),
    readable: z.boolean().meta({ description: "Whether the caller may read the source; otherwise `held` is empty." }),
    held: z
      .array(
        z
          .object({
            property: z.string().meta({ description: "Name of the property." }),
            here: jsonValue.meta({ description: "Value in this project; null for none." }),
            there: jsonValue.meta({ description: "Value in the source." }),
          })
          .meta({ id: "HeldProperty" }),
      )
      .meta({ description: "Properties that this project holds as its own, and that are others in the source." }),
  })
  .meta({ id: "EntityOrigin" });

/** Reads an entity in its source as everyone may read it at a sequence; null where it is not there. */
export async function readOriginal(
  db: Db,
  { projectId, seq }: { readonly projectId: string; readonly seq: number },
  id: string,
): Promise<SourceEntity | null> {
  const filter = { types: [], entity_ids: [id], relationships: false, facts: false };
  const { entities } = await readSource(db, { projectId, seq }, filter);
  return entities[0] ?? null;
}

/** Returns the origin of an entity that was brought; with null its source is not to be read. */
export function originOf(
  {
    properties,
    brought,
  }: Pick<Version<EntityState>, "properties"> & {
    readonly brought: NonNullable<EntityState["brought"]>;
  },
  source: Pick<SourceEntity, "properties"> | null,
  isReadable: boolean,
): z.input<typeof EntityOrigin> {
  const { link_id, project_id, seq, keys } = brought;
  const came = new Set(keys);
  const held = Object.entries(source?.properties ?? {}).flatMap(([property, there]) => {
    const here: Json = properties[property] ?? null;
    return came.has(property) || jsonEqual(here, there) ? [] : [{ property, here, there }];
  });
  return { link_id, source_project_id: project_id, source_seq: seq, linked: [...keys], readable: isReadable, held };
}
