import { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { flag } from "../../kernel/validation/fields.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "./entity.ts";
import type { EntityVersion } from "./entity-state.ts";
import { relationshipResource } from "./relationship.ts";
import { childrenPolicy, type EntitiesGone, type EntityDeletion } from "./schemas.ts";

/** Query of the operations that delete one entity. */
export const deletionQuery = z.object({
  children: childrenPolicy,
  dry_run: flag().default(false).meta({ description: "Return what would be deleted, without deleting it." }),
});

/** Deletes an entity, or tries it out, and answers what goes with it. Commits. */
export async function answerDeletion(
  { record }: ProjectWriteContext,
  version: EntityVersion,
  { children, dry_run }: z.output<typeof deletionQuery>,
): Promise<z.input<typeof EntityDeletion>> {
  const work = () => deleteIn(record, version, children);
  const gone = dry_run ? await record.tryOut(work) : await work();
  await record.commit();
  return { id: version.id, deleted: !dry_run, ...gone };
}

/**
 * Deletes an entity and its relationships in the unit of work, the deepest first so that no moment of the record has an orphan.
 * With children: `cascade` deletes them too, `detach` makes them roots, otherwise 409 `has_children`.
 *
 * @throws {@link Problem} `has_children` where it has some and the request does not say what becomes of them.
 */
export async function deleteIn(
  record: UnitOfWork,
  root: EntityVersion,
  children: "cascade" | "detach" | undefined,
): Promise<EntitiesGone> {
  const levels: EntityVersion[][] = [[root]];
  const direct = await record.find(entityResource, { parent_id: root.id });
  if (direct.length > 0 && children === undefined) {
    throw new Problem("has_children", { detail: { entity_id: root.id, children: direct.length } });
  }
  if (children === "cascade") {
    for (let level = direct; level.length > 0; ) {
      levels.push(level);
      level = await record.find(entityResource, { parent_id: level.map(({ id }) => id) });
    }
  }
  const doomed = levels.toReversed().flat();
  const ids = doomed.map(({ id }) => id);
  const relationships = await removeRelationshipsOf(record, ids, root.id);
  const detached = children === "detach" ? direct : [];
  for (const child of detached) {
    const state = { ...stateOf(entityResource, child), parent_id: null, located: true };
    record.update(entityResource, child, state, { verb: "moved", causation: root.id });
  }
  removeUpwards(record, doomed, root.id);
  return { entities: ids.toReversed(), detached: detached.map(({ id }) => id), relationships };
}

/** Deletes the relationships of entities in the unit of work, because of one of them or of another; answers their ids. */
export async function removeRelationshipsOf(record: UnitOfWork, ids: string[], causation: string): Promise<string[]> {
  const relationships = new Map(
    [
      ...(await record.find(relationshipResource, { source_id: ids })),
      ...(await record.find(relationshipResource, { target_id: ids })),
    ].map((each) => [each.id, each]),
  );
  for (const each of relationships.values()) record.remove(relationshipResource, each, { causation, last: true });
  return [...relationships.keys()];
}

/**
 * Deletes entities in the unit of work, because of one of them or of another.
 *
 * @param doomed the deepest first, so that no moment of the record has an orphan.
 */
export function removeUpwards(record: UnitOfWork, doomed: readonly EntityVersion[], causation: string): void {
  for (const each of doomed) {
    // What came to be inside this transaction leaves before its parents do, so a removal is always the latest change.
    record.remove(entityResource, each, { last: true, ...(each.id !== causation && { causation }) });
  }
}
