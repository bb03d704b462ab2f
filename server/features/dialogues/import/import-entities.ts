import { quoted, type Report } from "#domain/import/report.ts";
import type { ImportedEntity } from "#domain/import/story.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import { stateOf } from "../../../record/resource.ts";
import {
  type EntityState,
  type EntityVersion,
  entityFields,
  entityResource,
  freeExternalIds,
} from "../../entities/public.ts";
import type { StoryPlace } from "./find-story.ts";
import { type ImportWriter, placeOf } from "./import-writer.ts";
import { earlierSource } from "./story-identity.ts";
import type { OpenStory } from "./story-parts.ts";

/**
 * Makes the entities of a story part of the project: known by source first, then by external id; what is neither is
 * created. One that was here before the story is left as it is. What the story only names (a speaker) is looked up by
 * external id, or by its id in this project. Answers the id of each key that is an entity.
 */
export async function importEntities(
  writer: ImportWriter,
  story: OpenStory,
  place: StoryPlace,
  report: Report,
): Promise<Map<string, string>> {
  const { record, format } = writer;
  const entities = parentsFirst(story.entities, report);
  const { sources } = place;
  // A story of that time has its entities under the sources they had then.
  const earlier = (key: string): string => (place.isEarlier ? earlierSource(key) : sources.entity(key));
  const keys = [...new Set(entities.flatMap(({ key }) => [sources.entity(key), earlier(key)]))];
  const sourced =
    keys.length === 0 ? [] : await record.find(entityResource, { source_format: format, source_key: keys });
  const bySource = new Map(sourced.map((version) => [version.source_key, version]));
  const wanted = [
    ...new Set([...entities.flatMap(({ key, parent_key }) => [key, parent_key ?? key]), ...story.usedEntities]),
  ];
  const present = wanted.length === 0 ? [] : await record.find(entityResource, { external_id: wanted });
  const byExternalId = new Map(present.map((version) => [version.external_id, version]));
  const byId = await record.load(
    entityResource,
    wanted.filter((key) => isId("ent", key)),
  );

  // Our own format calls an entity by its external id, and people may have renamed one that came by another.
  const known = (key: string): EntityVersion | undefined => {
    const [first, second] = [bySource.get(sources.entity(key)) ?? bySource.get(earlier(key)), byExternalId.get(key)];
    return (format === "fabula_json" ? (second ?? first) : (first ?? second)) ?? byId.get(key);
  };
  const ids = new Map<string, string>();
  for (const key of wanted) {
    const version = known(key);
    if (version !== undefined) ids.set(key, version.id);
  }
  const canBeId = (key: string) => entityFields.external_id.safeParse(key).success;
  const externalIds = await freeExternalIds(
    record,
    entities.flatMap(({ key, name, type }) => {
      // In our own format the key is the external id.
      return ids.has(key)
        ? []
        : [{ key, name, type, ...(format === "fabula_json" && canBeId(key) && { wanted: key }) }];
    }),
  );
  for (const entity of entities) {
    const { key, type, name, properties, parent_key } = entity;
    const parentId = parent_key === null ? null : (ids.get(parent_key) ?? null);
    const before = known(key);
    if (before === undefined) {
      const id = newId("ent", writer.now);
      ids.set(key, id);
      const place = { parent_id: parentId, located: parentId !== null };
      const source = writer.source(sources.entity(key));
      const state = {
        external_id: externalIds.get(key) ?? key,
        ...{ type, name, properties, brought: null },
        ...place,
        ...source,
      };
      writer.put(entityResource, null, id, state, { loc: placeOf(key) });
    } else if (before.source_format === format && isSource(before.source_key, [sources.entity(key), earlier(key)])) {
      const state = { ...updated(before, entity, parentId), ...writer.source(sources.entity(key)) };
      writer.put(entityResource, before, before.id, state, { loc: placeOf(key) });
    } else writer.tally(entityResource).unchanged += 1;
  }
  return ids;
}

function isSource(key: string | null, sources: readonly string[]): boolean {
  return key !== null && sources.includes(key);
}

/**
 * Returns an entity as the file updates it. Its type, and properties only the project has, stay as people left them.
 */
function updated(before: EntityVersion, entity: ImportedEntity, parentId: string | null): EntityState {
  const state = stateOf(entityResource, before);
  return {
    ...state,
    name: entity.name,
    properties: { ...state.properties, ...entity.properties },
    parent_id: parentId ?? state.parent_id,
    located: state.located || parentId !== null,
  };
}

/** The entities with each parent before its children; a circle is cut, and reported. */
function parentsFirst(entities: readonly ImportedEntity[], report: Report): ImportedEntity[] {
  const byKey = new Map(entities.map((entity) => [entity.key, entity]));
  const placed = new Set<string>();
  const sorted: ImportedEntity[] = [];
  for (const start of entities) {
    const chain: ImportedEntity[] = [];
    const waiting = new Set<string>();
    for (let at: ImportedEntity | undefined = start; at !== undefined && !placed.has(at.key); ) {
      if (waiting.has(at.key)) {
        const last = chain.pop() ?? at;
        const message = `The entity ${quoted(last.name)} contains itself; it was moved to the top level.`;
        report.add("warning", "import_entity_circle", message, { source: last.key });
        chain.push({ ...last, parent_key: null });
        break;
      }
      waiting.add(at.key);
      chain.push(at);
      at = at.parent_key === null ? undefined : byKey.get(at.parent_key);
    }
    for (const entity of chain.reverse()) {
      if (placed.has(entity.key)) continue;
      placed.add(entity.key);
      sorted.push(entity);
    }
  }
  return sorted;
}
