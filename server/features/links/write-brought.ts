import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import type { LinkOrigin } from "../../kernel/brought.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { Resource } from "../../record/resource.ts";
import { stateOf, type Version } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import {
  type EntityState,
  type EntityVersion,
  entityResource,
  freeExternalIds,
  type RelationshipState,
  relationshipResource,
} from "../entities/public.ts";
import { type FactState, factResource } from "../facts/public.ts";
import type { LinkVersion } from "./link.ts";
import type { SourceEntity, SourceFact, SourceRelationship } from "./read-source.ts";
import { HOLDS, keysOf, supersedingHere } from "./superseding.ts";

type Linking = Pick<LinkVersion, "id" | "source_project_id" | "overlay" | "seq">;

const NOTE = { isKept: true };

/** Writes entities of a source in a unit of work. What was deleted here, or is the project's own under the same id, stays as it is. */
export async function writeEntities(
  record: UnitOfWork,
  link: Linking,
  entities: readonly SourceEntity[],
): Promise<void> {
  const ids = entities.map(({ id }) => id);
  const parents = entities.flatMap(({ parent_id }) => parent_id ?? []);
  const here = await record.load(entityResource, [...ids, ...parents]);
  await record.loadUsed(entityResource, ids);
  const fresh = entities.filter(({ id }) => !here.has(id) && !record.isUsed(entityResource, id));
  const names = await freeExternalIds(
    record,
    fresh.map(({ id, name, type, external_id }) => ({ key: id, name, type, wanted: external_id })),
  );
  const made = new Set<string>();
  for (const { id, external_id, name, type, parent_id, located, properties: brought } of fresh) {
    const properties = withoutKeys(brought, link.overlay);
    const parent = parent_id !== null && (here.has(parent_id) || made.has(parent_id)) ? parent_id : null;
    made.add(id);
    record.create(
      entityResource,
      id,
      {
        ...{ external_id: names.get(id) ?? external_id, name, type, properties },
        ...{ parent_id: parent, located: located && parent === parent_id, source_format: null, source_key: null },
        brought: originOf(link, Object.keys(properties)),
      },
      NOTE,
    );
  }
  for (const entity of entities) {
    const version = here.get(entity.id);
    if (version === undefined || version.brought?.link_id !== link.id) continue;
    const next = entityAsBrought(version, entity, link);
    if (next !== null) record.update(entityResource, version, next, NOTE);
  }
}

/** Returns the state that an entity gets from its source, with the project's own properties; null where it is so already. */
export function entityAsBrought(
  version: EntityVersion,
  { name, type, properties: upstream }: Pick<SourceEntity, "name" | "type" | "properties">,
  link: Linking,
): EntityState | null {
  const state = stateOf(entityResource, version);
  const came = new Set(state.brought?.keys);
  const own = Object.fromEntries(Object.entries(state.properties).filter(([key]) => !came.has(key)));
  const kept = Object.fromEntries(
    Object.entries(state.properties).filter(([key]) => came.has(key) && link.overlay.includes(key)),
  );
  const brought = withoutKeys(upstream, [...link.overlay, ...Object.keys(own)]);
  const properties = { ...brought, ...kept, ...own };
  const keys = Object.keys(brought);
  const isSame =
    state.name === name &&
    state.type === type &&
    jsonEqual(state.properties, properties) &&
    jsonEqual([...keys].sort(), [...came].sort());
  return isSame ? null : { ...state, name, type, properties, brought: originOf(link, keys) };
}

/** Writes relationships among entities that are here. */
export async function writeRelationships(
  record: UnitOfWork,
  link: Linking,
  relationships: readonly SourceRelationship[],
): Promise<void> {
  const ends = await record.load(
    entityResource,
    relationships.flatMap(({ source_id, target_id }) => [source_id, target_id]),
  );
  const whole = relationships.filter(({ source_id, target_id }) => ends.has(source_id) && ends.has(target_id));
  await writeAll<RelationshipState, SourceRelationship>(record, relationshipResource, link, whole, {
    fresh: (content) => ({ ...content, external_id: null, brought: originOf(link, Object.keys(content.properties)) }),
    asBrought: (_version, { type, source_id, target_id, properties }) => ({
      values: { type, source_id, target_id, properties },
      keys: Object.keys(properties),
    }),
  });
}

/**
 * Writes facts about entities that are here. Everyone knows them, until the project says otherwise. One whose successor never came here
 * holds.
 *
 * @param there - Ids of all facts that travel, some of which are written; null where nothing is said of others.
 */
export async function writeFacts(
  record: UnitOfWork,
  link: Linking,
  facts: readonly SourceFact[],
  there: ReadonlySet<string> | null = null,
): Promise<void> {
  const named = ({ subject_id, object_id, also_about }: SourceFact) =>
    [subject_id, object_id, ...also_about].filter((id) => id !== null);
  const here = await record.load(entityResource, facts.flatMap(named));
  const whole = facts.filter((fact) => named(fact).every((id) => here.has(id)));
  await record.loadUsed(
    factResource,
    whole.flatMap(({ superseded_by: by }) => by ?? []),
  );
  const written = new Set(whole.map(({ id }) => id));
  const isKnown = (id: string) => written.has(id) || record.isUsed(factResource, id);
  const leading = whole.map((fact): SourceFact => {
    const by = fact.superseded_by ?? null;
    return by === null || isKnown(by) ? fact : { ...fact, ...HOLDS };
  });
  const known = await record.load(
    factResource,
    leading.map(({ id }) => id),
  );
  const successors = [...known.values()].flatMap(({ superseded_by: by }) => by ?? []);
  const holding = await record.load(factResource, there === null ? [] : successors);
  const isLeft = (id: string) => there !== null && !there.has(id) && holding.has(id);
  await writeAll<FactState, SourceFact>(record, factResource, link, leading, {
    fresh: (content) => ({
      ...{ ...HOLDS, ...content },
      ...{ external_id: null, source: { kind: "client", label: null, witness_id: null }, known_by: EVERYONE },
      ...{ secret: false, told: {}, brought: originOf(link, keysOf(content)) },
    }),
    asBrought: (version, fact) => {
      const { subject_id, also_about, predicate, object_id, text, confidence, content_tags } = fact;
      const { values, keys } = supersedingHere(version, fact, isLeft);
      return {
        values: { subject_id, also_about, predicate, object_id, text, confidence, content_tags, ...values },
        keys,
      };
    },
  });
}

interface Writing<S, C> {
  /** State of one that is new here. */
  readonly fresh: (content: Omit<C, "id">) => S;
  /** Fields of one that is here as they come from the source, and the names of those that came along beside what always does. */
  readonly asBrought: (
    version: Version<S>,
    content: Omit<C, "id">,
  ) => { readonly values: Partial<S>; readonly keys: readonly string[] };
}

async function writeAll<S extends { readonly brought: LinkOrigin | null }, C extends { readonly id: string }>(
  record: UnitOfWork,
  resource: Resource<S>,
  link: Linking,
  contents: readonly C[],
  { fresh, asBrought }: Writing<S, C>,
): Promise<void> {
  const ids = contents.map(({ id }) => id);
  const here = await record.load(resource, ids);
  await record.loadUsed(resource, ids);
  for (const { id, ...rest } of contents) {
    const version = here.get(id);
    if (version === undefined) {
      if (!record.isUsed(resource, id)) record.create(resource, id, fresh(rest), NOTE);
      continue;
    }
    if (version.brought?.link_id !== link.id) continue;
    const { values, keys } = asBrought(version, rest);
    const state = stateOf(resource, version as Version<S>);
    const next = { ...state, ...values };
    const isSame =
      jsonEqual(next as Json, state as Json) && jsonEqual([...keys].sort(), [...version.brought.keys].sort());
    if (isSame) continue;
    record.update(resource, version, { ...next, brought: originOf(link, keys) }, NOTE);
  }
}

/** Lets go in a unit of work of subjects that a link brought: they become the project's own. */
export function releaseAll<S extends { readonly brought: LinkOrigin | null }>(
  record: UnitOfWork,
  resource: Resource<S>,
  versions: readonly Version<S>[],
): void {
  for (const version of versions) record.update(resource, version, { ...stateOf(resource, version), brought: null });
}

function originOf({ id, source_project_id, seq }: Linking, keys: readonly string[]): LinkOrigin {
  return { link_id: id, project_id: source_project_id, seq, keys: [...keys] };
}

function withoutKeys(properties: JsonObject, names: readonly string[]): JsonObject {
  const gone = new Set(names);
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !gone.has(key)));
}
