import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { LinkFilter } from "#drizzle/schema/links.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { holds, toVersion } from "../../record/versions.ts";
import { type EntityState, entityResource, type RelationshipState, relationshipResource } from "../entities/public.ts";
import { type FACT_CONTENT, type FactState, type FactVersion, factResource, openPerspective } from "../facts/public.ts";
import { type Superseding, withSuccessors } from "./superseding.ts";

/** Subjects of each kind that one link brings. */
export const MAX_BROUGHT = 5_000;

/** Content of an entity that travels. */
export interface SourceEntity extends Pick<EntityState, "external_id" | "name" | "type" | "properties"> {
  readonly id: string;
  /** Parent, where it travels too. */
  readonly parent_id: string | null;
  readonly located: boolean;
}

/** Content of a relationship that travels. */
export interface SourceRelationship extends Pick<RelationshipState, "type" | "source_id" | "target_id" | "properties"> {
  readonly id: string;
}

/** Content of a fact that travels, with what holds in its place where something does. */
export interface SourceFact extends Pick<FactState, (typeof FACT_CONTENT)[number]>, Partial<Superseding> {
  readonly id: string;
}

/** Content that a link names of its source at a sequence. */
export interface SourceContent {
  /** Parents before those in them. */
  readonly entities: readonly SourceEntity[];
  readonly relationships: readonly SourceRelationship[];
  readonly facts: readonly SourceFact[];
  /** Whether there is more of a kind than one link brings. */
  readonly isTooMuch: boolean;
}

/**
 * Reads what a link names of its source at a sequence, as everyone may read it there, also by today's secrets: nothing else ever leaves
 * the source. Facts and relationships travel only where all that they name does, facts without their sources and external ids.
 *
 * @param here - Ids of facts that the link has brought already: of them also those travel that another one took the place of since.
 */
export async function readSource(
  db: Db,
  { projectId, seq }: { readonly projectId: string; readonly seq: number },
  filter: LinkFilter,
  here: readonly string[] = [],
): Promise<SourceContent> {
  const eyes = await openPerspective(db, { projectId, atSeq: seq, as: EVERYONE });
  const at = { db, projectId, seq, eyes };
  const entities = await readSeen(at, entityResource, [
    ...(filter.types.length === 0 ? [] : [sql`v.type = ANY(${textArray(filter.types)})`]),
    ...(filter.entity_ids.length === 0 ? [] : [sql`v.id = ANY(${textArray(filter.entity_ids)})`]),
  ]);
  const ids = new Set(entities.map(({ id }) => id));
  const all = textArray([...ids]);
  const relationships = filter.relationships
    ? await readSeen(at, relationshipResource, [sql`v.source_id = ANY(${all}) AND v.target_id = ANY(${all})`])
    : [];
  const isNamed = sql`(v.object_id IS NULL OR v.object_id = ANY(${all})) AND v.also_about <@ to_jsonb(${all}::text[])`;
  const isOfThem = sql`v.subject_id = ANY(${all}) AND ${isNamed}`;
  const stands = eyes.standsWhere(sql.raw("v"));
  const facts = filter.facts ? await readSeen(at, factResource, [isOfThem, stands]) : [];
  const isPast = [sql`v.id = ANY(${textArray(here)})`, isOfThem, sql`NOT ${stands}`];
  const past = filter.facts && here.length > 0 ? await readSeen(at, factResource, isPast, here.length) : [];
  const cut = <S>(rows: readonly S[]) => rows.slice(0, MAX_BROUGHT);
  const holding = cut(facts);
  const holdingIds = holding.map(({ id }) => id);
  const superseded = await withSuccessors(db, { projectId, atSeq: seq }, past, holdingIds);
  return {
    entities: parentsFirst(cut(entities).map((each) => contentOf(each, ids))),
    relationships: cut(relationships).map(({ id, type, source_id, target_id, properties }) => ({
      ...{ id, type, source_id, target_id, properties },
    })),
    facts: [
      ...holding.map(factContent),
      ...superseded.map(({ superseded_by, superseded_mode, superseded_reason, ...fact }) => ({
        ...factContent(fact),
        ...{ superseded_by, superseded_mode, superseded_reason },
      })),
    ],
    isTooMuch: [entities, relationships, facts].some(({ length }) => length > MAX_BROUGHT),
  };
}

interface Place {
  readonly db: Db;
  readonly projectId: string;
  readonly seq: number;
  readonly eyes: Perspective;
}

async function readSeen<S>(
  { db, projectId, seq, eyes }: Place,
  resource: Resource<S>,
  where: readonly SQL[],
  atMost = MAX_BROUGHT + 1,
): Promise<Version<S>[]> {
  const seen = eyes.rows(resource as Resource<unknown>);
  const rows = await db.execute<JsonObject>(
    sql`SELECT v.* FROM ${seen === null ? sql.identifier(resource.table) : sql`(${seen})`} v
        WHERE ${sql.join([sql`v.project_id = ${projectId}`, holds(seq, "v"), ...where], sql` AND `)}
        ORDER BY v.id LIMIT ${atMost}`,
  );
  return rows.flatMap((row) => eyes.seen(resource, toVersion<S>(row, seq)) ?? []);
}

function contentOf(
  { id, external_id, name, type, properties, parent_id, located }: Version<EntityState>,
  ids: ReadonlySet<string>,
): SourceEntity {
  const parent = parent_id !== null && ids.has(parent_id) ? parent_id : null;
  return { id, external_id, name, type, properties, parent_id: parent, located: located && parent === parent_id };
}

function factContent(fact: Omit<FactVersion, keyof Superseding>): SourceFact {
  const { id, subject_id, also_about, predicate, object_id, text, confidence, content_tags } = fact;
  return { id, subject_id, also_about, predicate, object_id, text, confidence, content_tags };
}

/** Returns entities so that each comes behind its parent. */
function parentsFirst(entities: readonly SourceEntity[]): SourceEntity[] {
  const byId = new Map(entities.map((each) => [each.id, each]));
  const depths = new Map<string, number>();
  const depthOf = ({ id, parent_id }: SourceEntity): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    const depth = parent === undefined ? 0 : depthOf(parent) + 1;
    depths.set(id, depth);
    return depth;
  };
  return entities.toSorted((a, b) => depthOf(a) - depthOf(b));
}
