import { sql } from "drizzle-orm";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import type { LINK_CHANGES, LINKED_TYPES, LinkedValue } from "#drizzle/schema/links.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { type EntityState, entityResource, relationshipResource } from "../entities/public.ts";
import { FACT_CONTENT, type FactState, factResource, SUPERSEDING } from "../facts/public.ts";
import { broughtIds } from "./brought-ids.ts";
import type { LinkVersion } from "./link.ts";
import { MAX_BROUGHT, readSource, type SourceEntity, type SourceFact } from "./read-source.ts";
import { HOLDS, supersedingHere } from "./superseding.ts";
import { entityAsBrought } from "./write-brought.ts";

/** Subjects of each kind here that are compared: what is gone from the source stays, so that there may be more than a link brings. */
const MAX_COMPARED = MAX_BROUGHT * 4;

/** Subject that is one here by a link and another in its source. */
export interface SourceDifference {
  readonly type: (typeof LINKED_TYPES)[number];
  readonly id: string;
  readonly change: (typeof LINK_CHANGES)[number];
  readonly label: string;
  /** Fields that differ, and those that the project holds as its own; none unless `changed`. */
  readonly fields: readonly LinkedValue[];
  /** Content of the subject in the source; null for what is gone from there. */
  readonly content: JsonObject | null;
}

/** Differences between what is here by a link and its source. */
export interface Comparison {
  readonly differences: readonly SourceDifference[];
  /** Whether all was compared: there is no more of a kind in the source, or here by the link, than so many. */
  readonly isComplete: boolean;
}

/** Compares what is here by a link, at a sequence of this project, with its source at one of that. */
export async function compareWithSource(
  db: Db,
  link: LinkVersion,
  atSeq: number | null,
  seq: number,
): Promise<Comparison> {
  const most = { atSeq, atMost: MAX_COMPARED + 1 };
  const here = {
    entity: await broughtIds(db, entityResource, link, most),
    relationship: await broughtIds(db, relationshipResource, link, most),
    fact: await broughtIds(db, factResource, link, most),
  };
  const source = await readSource(db, { projectId: link.source_project_id, seq }, link.filter, here.fact);
  const at = { db, link, atSeq, here };
  const ofEntities = { ...at, type: "entity", resource: entityResource } as const;
  const { found: entities, deleted } = await compare(ofEntities, source.entities, {
    label: ({ name }) => name,
    fields: (here, there) => entityValues(here, there, { ...link, seq }),
  });
  // What names something that was deleted here does not come.
  const comes = (ids: readonly (string | null)[]) => !ids.some((id) => id !== null && deleted.has(id));
  const ofRelationships = { ...at, type: "relationship", resource: relationshipResource } as const;
  const { found: relationships } = await compare(ofRelationships, source.relationships, {
    label: ({ type }) => type,
    fields: (here, there) => unlike(here, there, ["type", "source_id", "target_id", "properties"]),
    comes: ({ source_id, target_id }) => comes([source_id, target_id]),
  });
  const factComes = ({ subject_id, object_id, also_about }: SourceFact) =>
    comes([subject_id, object_id, ...also_about]);
  const isLeft = await leftBehind(at, source.facts);
  const leading = await withSuccessorsHere(at, source.facts, factComes);
  const ofFacts = { ...at, type: "fact", resource: factResource } as const;
  const { found: facts } = await compare(ofFacts, leading, {
    label: ({ text }) => text,
    fields: (here, there) => [...unlike(here, there, FACT_CONTENT), ...supersedingValues(here, there, isLeft)],
    comes: factComes,
  });
  // Beyond what was read nothing is known to be gone.
  const whole = (found: readonly SourceDifference[]) =>
    source.isTooMuch ? found.filter(({ change }) => change !== "gone") : found;
  const isAllHere = Object.values(here).every(({ length }) => length <= MAX_COMPARED);
  return { differences: whole([...entities, ...relationships, ...facts]), isComplete: isAllHere && !source.isTooMuch };
}

/** Returns whether a field differs that the link would change here. */
export const differs = ({ held }: LinkedValue): boolean => !held;

/** Link, and the sequence of its project; null for now. */
interface Place {
  readonly db: Db;
  readonly link: LinkVersion;
  readonly atSeq: number | null;
}

interface Side<S> extends Place {
  readonly type: SourceDifference["type"];
  readonly resource: Resource<S>;
  /** Ids of what is here by the link. */
  readonly here: Readonly<Record<SourceDifference["type"], readonly string[]>>;
}

async function compare<S, C extends { readonly id: string }>(
  { db, link, atSeq, type, resource, here: brought }: Side<S>,
  there: readonly C[],
  of: {
    readonly label: (content: C | Version<S>) => string;
    readonly fields: (here: Version<S>, there: C) => readonly LinkedValue[];
    /** Whether a link brings it as it is in the source; always when absent. */
    readonly comes?: (there: C) => boolean;
  },
): Promise<{ readonly found: SourceDifference[]; readonly deleted: ReadonlySet<string> }> {
  const ids = [...new Set([...brought[type], ...there.map(({ id }) => id)])];
  const versions = await findVersions(db, resource, link.project_id, { id: ids }, atSeq);
  const here = new Map(versions.map((version) => [version.id, version]));
  const missing = there.flatMap(({ id }) => (here.has(id) ? [] : id));
  const deleted = await wereHere({ db, link, atSeq, resource }, missing);
  const isOther = (version: Version<S>) =>
    (version as { brought?: { link_id: string } | null }).brought?.link_id !== link.id;
  const known = new Set(there.map(({ id }) => id));
  const found = there.flatMap((subject): SourceDifference[] => {
    const { id, ...rest } = subject;
    const version = here.get(id);
    if (of.comes?.(subject) === false) return [];
    const about = { type, id, label: of.label(subject), content: rest as unknown as JsonObject };
    // What was deleted here stays deleted.
    if (version === undefined) return deleted.has(id) ? [] : [{ ...about, change: "added", fields: [] }];
    // Under the same id this project has its own, or another link has brought it.
    if (isOther(version)) return [];
    const fields = of.fields(version, subject);
    return fields.some(differs) ? [{ ...about, change: "changed", fields }] : [];
  });
  const gone = versions.flatMap((version): SourceDifference[] =>
    known.has(version.id) || isOther(version)
      ? []
      : [{ type, id: version.id, change: "gone", label: of.label(version), fields: [], content: null }],
  );
  return { found: [...found, ...gone].sort((a, b) => (a.id < b.id ? -1 : 1)), deleted };
}

/** Finds which facts that hold here in the place of those that the link brought are gone from the source. */
async function leftBehind({ db, link, atSeq }: Place, there: readonly SourceFact[]): Promise<(id: string) => boolean> {
  const table = sql.identifier(factResource.table);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT s.id FROM ${table} v JOIN ${table} s ON s.project_id = v.project_id AND s.id = v.superseded_by AND ${holds(atSeq, "s")}
        WHERE v.project_id = ${link.project_id} AND ${holds(atSeq, "v")} AND v.superseded_by IS NOT NULL
          AND v.brought IS NOT NULL AND v.brought ->> 'link_id' = ${link.id}`,
  );
  const travelling = new Set(there.map(({ id }) => id));
  const left = new Set(rows.flatMap(({ id }) => (travelling.has(id) ? [] : id)));
  return (id) => left.has(id);
}

/** Returns facts as they come here: one whose successor does not, and never did, holds. */
async function withSuccessorsHere(
  place: Place,
  facts: readonly SourceFact[],
  comes: (fact: SourceFact) => boolean,
): Promise<readonly SourceFact[]> {
  const staying = facts.flatMap((fact) => (comes(fact) ? [] : fact.id));
  if (staying.length === 0) return facts;
  const were = await wereHere({ ...place, resource: factResource }, staying);
  const never = new Set(staying.filter((id) => !were.has(id)));
  return facts.map((fact) => (never.has(fact.superseded_by ?? "") ? { ...fact, ...HOLDS } : fact));
}

/** Finds which of some ids were in use up to a sequence. */
async function wereHere<S>(
  { db, link, atSeq, resource }: Place & { readonly resource: Resource<S> },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const until = atSeq === null ? sql`true` : sql`valid_from_seq <= ${atSeq}`;
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT id FROM ${sql.identifier(resource.table)}
        WHERE project_id = ${link.project_id} AND id = ANY(${textArray(ids)}) AND ${until}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the fields in which an entity is another in its source, with the properties that are the project's own. */
function entityValues(
  here: Version<EntityState>,
  there: SourceEntity,
  link: Parameters<typeof entityAsBrought>[2],
): LinkedValue[] {
  const next = entityAsBrought(here, there, link);
  if (next === null) return [];
  const names = (["name", "type"] as const).flatMap((name) =>
    here[name] === there[name] ? [] : [{ name, here: here[name], there: there[name], held: false }],
  );
  const keys = [...new Set([here, next, there].flatMap(({ properties }) => Object.keys(properties)))].sort();
  const came = new Set(here.brought?.keys);
  const properties = keys.flatMap((key): LinkedValue[] => {
    const name = `properties.${key}`;
    const [now, then, source] = [here, next, there].map((each) => each.properties[key] ?? null) as [Json, Json, Json];
    if (!jsonEqual(now, then)) return [{ name, here: now, there: then, held: false }];
    const isOwn = link.overlay.includes(key) || !came.has(key);
    return isOwn && key in there.properties && !jsonEqual(now, source)
      ? [{ name, here: now, there: source, held: true }]
      : [];
  });
  return [...names, ...properties];
}

/** Returns what holds in the place of a fact here and otherwise in its source, and whether the project says so itself. */
function supersedingValues(
  here: Version<FactState>,
  there: SourceFact,
  isLeft: (id: string) => boolean,
): LinkedValue[] {
  const { isOwn } = supersedingHere(here, there, isLeft);
  return unlike(here, { ...HOLDS, ...there }, SUPERSEDING).map((value) => ({ ...value, held: isOwn }));
}

function unlike<S extends object, Name extends keyof S & string>(
  here: S,
  there: { readonly [N in Name]: unknown },
  names: readonly Name[],
): LinkedValue[] {
  return names.flatMap((name) => {
    const [now, then] = [here[name], there[name]] as [Json, Json];
    return jsonEqual(now, then) ? [] : [{ name, here: now, there: then, held: false }];
  });
}
