import { quoted, type Report } from "#domain/import/report.ts";
import type { ImportedEntity, ImportedStory } from "#domain/import/story.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import { stateOf } from "../../../record/resource.ts";
import { entityResource, type EntityState, type EntityVersion } from "../../entities/public.ts";
import { freeExternalIds } from "./external-ids.ts";
import type { ImportWriter } from "./import-writer.ts";
import { sourceKey } from "./source-key.ts";

/** The entities a story names, found or made. */
export interface EntityNames {
  /** Id of each key that is an entity of the project. */
  ids: Map<string, string>;
  /** Ids that came from this format: a speaker among them may be taken away by a newer file. */
  fromThisFormat: Set<string>;
}

/**
 * Makes the entities of a story part of the project: known by source first, then by external id; what is neither is
 * created. One that was here before the story is left as it is. What the story only names (a speaker) is looked up by
 * external id, or by its id in this project.
 */
export async function importEntities(
  writer: ImportWriter,
  story: ImportedStory,
  named: ReadonlySet<string>,
  report: Report,
): Promise<EntityNames> {
  const { record, format } = writer;
  const entities = parentsFirst(story.entities, report);
  const keys = entities.map(({ key }) => sourceKey(key));
  const sourced = keys.length === 0 ? [] : await record.find(entityResource, { source_format: format, source_key: keys });
  const bySource = new Map(sourced.map((version) => [version.source_key, version]));
  const wanted = [...new Set([...entities.map(({ key }) => key), ...named])];
  const present = wanted.length === 0 ? [] : await record.find(entityResource, { external_id: wanted });
  const byExternalId = new Map(present.map((version) => [version.external_id, version]));
  const byId = await record.load(entityResource, wanted.filter((key) => isId("ent", key)));

  const names: EntityNames = { ids: new Map(), fromThisFormat: new Set() };
  for (const key of wanted) {
    const version = byExternalId.get(key) ?? byId.get(key);
    if (version !== undefined) names.ids.set(key, version.id);
  }
  const fresh = entities.filter(({ key }) => !bySource.has(sourceKey(key)) && !names.ids.has(key));
  const externalIds = await freeExternalIds(record, format, fresh);
  for (const entity of entities) {
    const before = bySource.get(sourceKey(entity.key));
    const parentId = entity.parent_key === null ? null : (names.ids.get(entity.parent_key) ?? null);
    if (before !== undefined) {
      names.ids.set(entity.key, before.id);
      writer.put(entityResource, before, before.id, updated(before, entity, parentId));
    } else if (names.ids.has(entity.key)) writer.tally(entityResource).unchanged += 1;
    else {
      const id = newId("ent", writer.now);
      names.ids.set(entity.key, id);
      writer.put(entityResource, null, id, {
        external_id: externalIds.get(entity.key) ?? entity.key,
        type: entity.type,
        name: entity.name,
        properties: entity.properties,
        parent_id: parentId,
        located: parentId !== null,
        ...writer.source(sourceKey(entity.key)),
      });
    }
    const id = names.ids.get(entity.key);
    if (id !== undefined) names.fromThisFormat.add(id);
  }
  return names;
}

/** What the file says of an entity it made before. Its type, and properties only the project has, are people's. */
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
        const message = `The entity ${quoted(at.name)} lies within itself; it was put at the top.`;
        report.add("warning", "import_entity_circle", message, { source: at.key });
        const index = chain.indexOf(at);
        chain[index] = { ...at, parent_key: null };
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
