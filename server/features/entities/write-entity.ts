import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { committed } from "../../operation/edit.ts";
import { byColumn, byId, type LookUp } from "../../record/look-up.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { template } from "../templates/public.ts";
import { entityResource } from "./entity.ts";
import type { EntityState, EntityVersion } from "./entity-state.ts";
import { pathDerivation } from "./path-derivation.ts";
import type { PlacedEntity } from "./placed.ts";
import { type Entity, type EntityCreate, entityTag, toEntity } from "./schemas.ts";

/**
 * Finds the parent that a request names, by id or external id: undefined when it names none, null for an explicit root.
 *
 * @throws {@link ValidationProblem} where the project has no such entity.
 */
export async function namedParent(
  record: UnitOfWork,
  body: { parent_id?: string | null | undefined; parent_external_id?: string | null | undefined },
  loc: (string | number)[] = ["body"],
): Promise<string | null | undefined> {
  const { parent_id: id, parent_external_id: externalId } = body;
  if (externalId === undefined) return id;
  const at = [...loc, "parent_external_id"];
  if (id !== undefined) throw invalidValue(at, "send either parent_id or parent_external_id", externalId);
  if (externalId === null) return null;
  const found = (await record.find(entityResource, { external_id: externalId }))[0];
  if (found === undefined) throw invalidValue(at, "no entity of this project has this external_id", externalId);
  return found.id;
}

/**
 * Returns the first look-ups of one entity's write: the changed entity, its parent, and the holders of the sent
 * external ids.
 */
export function entityLookUps(
  body: {
    external_id?: string | undefined;
    parent_id?: string | null | undefined;
    parent_external_id?: string | null | undefined;
    properties?: JsonObject | undefined;
    increment?: object | undefined;
  },
  id?: string,
): LookUp[] {
  const setsProperties = body.properties !== undefined || body.increment !== undefined;
  return [
    byColumn(template.resource, "applies_to", setsProperties ? ["entity"] : []),
    byId(entityResource, [id, body.parent_id], { derived: true }),
    byColumn(entityResource, "external_id", [body.external_id, body.parent_external_id]),
  ];
}

/** The state of a new entity. */
export function newEntityState(body: EntityCreate, parentId: string | null | undefined): EntityState {
  return {
    external_id: body.external_id,
    type: body.type,
    name: body.name,
    properties: body.properties ?? {},
    parent_id: parentId ?? null,
    located: parentId !== undefined,
    source_format: null,
    source_key: null,
    brought: null,
  };
}

/** Creates one entity in the unit of work and answers its id. */
export async function createIn(
  record: UnitOfWork,
  body: EntityCreate,
  now: number,
  loc: (string | number)[] = ["body"],
): Promise<string> {
  const parentId = await namedParent(record, body, loc);
  if (body.id !== undefined) await record.requireUnused(entityResource, [body.id]);
  const id = body.id ?? newId("ent", now);
  record.create(entityResource, id, newEntityState(body, parentId), { loc });
  return id;
}

/** Commits and answers one entity as it now is. */
export async function answerEntity(context: ProjectWriteContext, id: string): Promise<z.input<typeof Entity>> {
  const version = await committed(context, entityResource, id);
  const [entity] = await placedIn(context.record, [version]);
  if (entity === undefined) throw new Error("an entity was written but cannot be placed");
  context.response.etag = entityTag(entity);
  return toEntity(entity);
}

/** Adds to versions the paths they have in the unit of work's transaction, whether those are written yet or not. */
export async function placedIn(record: UnitOfWork, versions: readonly EntityVersion[]): Promise<PlacedEntity[]> {
  const places = await record.derived(entityResource, pathDerivation).placesOf(versions.map(({ id }) => id));
  return versions.map((version) => ({ version, path: places.get(version.id) ?? null }));
}
