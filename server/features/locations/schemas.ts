import { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { idOf } from "../../kernel/validation/fields.ts";
import type { ProjectReadContext, ProjectWriteContext } from "../../operation/context.ts";
import { target } from "../../operation/edit.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { findVersion } from "../../record/versions.ts";
import { EntityCreate, EntityPatch, type EntityVersion, entityResource, LOCATION } from "../entities/public.ts";

export const locationParams = z.object({ project_id: idOf("prj"), entity_id: idOf("ent") });

/** A new location is a new entity whose type is settled. */
export const LocationCreate = EntityCreate.omit({ type: true }).meta({ id: "LocationCreate" });
export const LocationPatch = EntityPatch.omit({ type: true }).meta({ id: "LocationPatch" });

/**
 * Finds the location a read is about, as the caller may see it.
 *
 * @throws {@link Problem} `not_found`, also for an entity of another type.
 */
export async function findLocation(
  context: ProjectReadContext,
  id: string,
  perspective: Perspective | null,
): Promise<EntityVersion> {
  const stored = await findVersion(context.db, entityResource, context.project.id, id, context.atSeq);
  const version = stored === null || perspective === null ? stored : perspective.seen(entityResource, stored);
  if (version === null) throw new Problem("not_found");
  requireLocation(version);
  return version;
}

/**
 * Checks that an entity is a location.
 *
 * @throws {@link Problem} `not_found` where it is not, as if it did not exist.
 */
export function requireLocation({ type }: EntityVersion): void {
  if (type !== LOCATION) throw new Problem("not_found");
}

/**
 * Finds the location a write is about.
 *
 * @throws {@link Problem} `not_found`, also for an entity of another type.
 */
export async function targetLocation(context: ProjectWriteContext, id: string): Promise<EntityVersion> {
  const stored = await context.record.require(entityResource, id);
  if (stored.type !== LOCATION) throw new Problem("not_found");
  return target(context, entityResource, id);
}
