import type { ExportedEntity } from "#domain/rows/exported-rows.ts";
import type { ProjectReadContext, ResponseShape } from "../../operation/context.ts";
import { type Cursor, cursorOf } from "../../operation/cursor.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import { type EntityListQuery, listEntityPage } from "./list-entities.ts";

/** Entities of a page: what they hold may be 16 MiB, and is sent as one piece. */
const AT_ONCE = 500;

/**
 * The entities of a list as exports write them, page by page. They are read at one sequence after the read's own transaction has
 * ended.
 */
export async function* exportedPages(
  context: ProjectReadContext,
  query: Omit<EntityListQuery, "limit" | "offset" | "cursor">,
): AsyncGenerator<ExportedEntity[], void, undefined> {
  const { services, project } = context;
  const seq = context.atSeq ?? project.lastSeq;
  const db = services.database.reads;
  const asked = context.asked();
  const externalIds = new Map<string, string>();
  for (let cursor: Cursor | undefined; ; ) {
    const response: ResponseShape = { headers: {} };
    const at = { ...context, db, atSeq: seq, response };
    const { entities, has_more } = await listEntityPage(at, { ...query, limit: AT_ONCE, offset: 0, cursor });
    for (const { id, external_id } of entities) externalIds.set(id, external_id);
    const unknown = [...new Set(entities.flatMap(({ parent_id }) => parent_id ?? []))].filter(
      (id) => !externalIds.has(id),
    );
    if (unknown.length > 0) {
      for (const { id, external_id } of await findVersions(db, entityResource, project.id, { id: unknown }, seq)) {
        externalIds.set(id, external_id);
      }
    }
    yield entities.map(
      ({ external_id, type, name, parent_id: parentId, location_path, properties }): ExportedEntity => {
        const parent = parentId === null ? null : (externalIds.get(parentId) ?? null);
        // What was never placed says nothing of a parent.
        const above = location_path === null ? {} : { parent_external_id: parent };
        return { external_id, type, name, ...above, properties: properties as ExportedEntity["properties"] };
      },
    );
    if (!has_more) return;
    if (response.next === undefined) throw new Error("a page of entities does not say where the next one begins");
    cursor = cursorOf(response.next, { seq, asked });
  }
}
