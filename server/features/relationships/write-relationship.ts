import { mergePatch } from "#domain/change/merge-patch.ts";
import { type JsonObject, jsonEqual } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { addIncrements } from "../../operation/increment.ts";
import { requireFields, type UpsertOptions, type UpsertResult, upsertNamed } from "../../operation/upsert.ts";
import { byColumn, byId, type LookUp } from "../../record/look-up.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import {
  entityResource,
  type RelationshipState,
  type RelationshipVersion,
  relationshipResource,
} from "../entities/public.ts";
import type { RelationshipCreate, RelationshipPatchFields, RelationshipUpsert } from "./schemas.ts";

type Loc = (string | number)[];
type Ends = Pick<RelationshipCreate, "source_id" | "source_external_id" | "target_id" | "target_external_id">;

/**
 * Returns the reads that a write of one relationship needs: the relationship that is changed, its ends, and the owners
 * of the external ids that are sent.
 */
export function relationshipLookUps(
  body: Partial<Ends> & { external_id?: string | null | undefined },
  id?: string,
): LookUp[] {
  return [
    byId(relationshipResource, [id]),
    byColumn(relationshipResource, "external_id", [body.external_id]),
    byId(entityResource, [body.source_id, body.target_id]),
    byColumn(entityResource, "external_id", [body.source_external_id, body.target_external_id]),
  ];
}

/** Creates one relationship in the unit of work and answers its id. */
export async function createIn(
  record: UnitOfWork,
  body: RelationshipCreate,
  now: number,
  loc: Loc = ["body"],
): Promise<string> {
  const ends = await namedEnds(record, body, loc);
  if (body.id !== undefined) await record.requireUnused(relationshipResource, [body.id]);
  const id = body.id ?? newId("rel", now);
  const state = newState({ ...body, ...requireFields({ ...ends, type: body.type }, body, loc) });
  record.create(relationshipResource, id, state, { loc });
  return id;
}

/**
 * Creates or changes a relationship in the unit of work, named by its external id. Absent fields stay as they are,
 * `properties` replaces the whole object, and ends that are sent are the ends it has from then on.
 * @throws Problem 412 `precondition_failed` when `ifMatch` names another version than the one that exists.
 */
export async function upsertIn(
  record: UnitOfWork,
  body: RelationshipUpsert,
  options: UpsertOptions & { now: number },
): Promise<UpsertResult> {
  const { loc = ["body"], now } = options;
  const ends = await namedEnds(record, body, loc);
  return upsertNamed(record, relationshipResource, body, options, {
    create: async () => {
      const state = newState({ ...body, ...requireFields({ ...ends, type: body.type }, body, loc) });
      const id = newId("rel", now);
      record.create(relationshipResource, id, state, { loc });
      return id;
    },
    change: (existing) => {
      const next = {
        ...stateOf(relationshipResource, existing),
        ...(body.type !== undefined && { type: body.type }),
        ...(body.properties !== undefined && { properties: body.properties }),
        ...(ends.source_id !== undefined && { source_id: ends.source_id }),
        ...(ends.target_id !== undefined && { target_id: ends.target_id }),
      };
      return changeIn(record, existing, next, { baseSeq: body.base_seq, loc, baseLoc: loc });
    },
  });
}

/** Applies a patch to a loaded relationship in the unit of work; answers whether it changes anything. */
export async function patchIn(
  record: UnitOfWork,
  version: RelationshipVersion,
  patch: RelationshipPatchFields,
  place: { baseSeq: number | undefined; loc?: Loc; baseLoc?: Loc },
): Promise<boolean> {
  const { loc = ["body"], baseLoc = loc, baseSeq } = place;
  const state = stateOf(relationshipResource, version);
  const merged = patch.properties === undefined ? state.properties : mergePatch(state.properties, patch.properties);
  const next = {
    ...state,
    ...(patch.external_id !== undefined && { external_id: patch.external_id }),
    ...(patch.type !== undefined && { type: patch.type }),
    properties: patch.increment === undefined ? merged : addIncrements(merged, patch.increment, loc),
  };
  return changeIn(record, version, next, { baseSeq, loc, baseLoc });
}

async function changeIn(
  record: UnitOfWork,
  version: RelationshipVersion,
  next: RelationshipState,
  { baseSeq, loc, baseLoc }: { baseSeq: number | undefined; loc: Loc; baseLoc: Loc },
): Promise<boolean> {
  const state = stateOf(relationshipResource, version);
  record.update(relationshipResource, version, next, { loc });
  if (baseSeq !== undefined) {
    await record.requireNoConflict(relationshipResource, version.id, baseSeq, { from: state, loc: baseLoc });
  }
  return !jsonEqual(state, next);
}

type NewRelationship = Pick<RelationshipState, "type" | "source_id" | "target_id"> & {
  properties?: JsonObject | undefined;
  external_id?: string | undefined;
};

function newState({ type, source_id, target_id, properties, external_id }: NewRelationship): RelationshipState {
  return { type, source_id, target_id, properties: properties ?? {}, external_id: external_id ?? null, brought: null };
}

/** The ends a request names, by id or external id; undefined where it names none. */
async function namedEnds(
  record: UnitOfWork,
  body: Ends,
  loc: Loc,
): Promise<{ source_id: string | undefined; target_id: string | undefined }> {
  return {
    source_id: await namedEnd(record, body.source_id, body.source_external_id, [...loc, "source_external_id"]),
    target_id: await namedEnd(record, body.target_id, body.target_external_id, [...loc, "target_external_id"]),
  };
}

async function namedEnd(
  record: UnitOfWork,
  id: string | undefined,
  externalId: string | undefined,
  at: Loc,
): Promise<string | undefined> {
  if (externalId === undefined) return id;
  if (id !== undefined) throw invalidValue(at, "send the id of an end or its external id, not both", externalId);
  const found = (await record.find(entityResource, { external_id: externalId }))[0];
  if (found === undefined) throw invalidValue(at, "no entity of this project has this external_id", externalId);
  return found.id;
}
