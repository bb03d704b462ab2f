import { sql } from "drizzle-orm";
import { z } from "zod";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { MAX_READ } from "../../operation/batch.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { requireRestorable } from "../../operation/restore.ts";
import { restoreOrPreview, restorePreview } from "../../operation/restore-preview.ts";
import { bringBack } from "../../record/bring-back.ts";
import { type Db, isOneOf } from "../../record/database.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { findVersions, toVersion } from "../../record/versions.ts";
import { removeRelationshipsOf, removeUpwards } from "./delete-entity.ts";
import { entityResource } from "./entity.ts";
import type { EntityState, EntityVersion } from "./entity-state.ts";
import { pathOf } from "./placed.ts";
import { type RelationshipState, type RelationshipVersion, relationshipResource } from "./relationship.ts";
import { subtreeMembers } from "./subtree.ts";

export const SubtreeRestoration = z
  .object({
    id: z.string(),
    seq: z.int().meta({ description: "Sequence of the project after the restore; as it is with `dry_run`." }),
    before_seq: z.int().meta({ description: "Sequence of the project before the restore; restore to it to revert." }),
    restored_from: z.int(),
    brought_back: z.int().meta({ description: "Entities that were deleted since." }),
    changed: z.int().meta({ description: "Entities that were changed or moved since." }),
    relationships: z.int().meta({ description: "Relationships that were deleted since and come back." }),
    kept: z.int().meta({ description: "Entities under it that were not under it then: they stay." }),
    removed: z.int().meta({ description: "Entities that did not exist then and were deleted, with `newer: remove`." }),
    preview: restorePreview,
  })
  .meta({ id: "SubtreeRestoration" });

/** Body field of what becomes of entities that have come under the root since. */
export const newerEntities = z.enum(["keep", "remove"]).default("keep").meta({
  description:
    "Entities added below it since: kept, or removed so that everything is exactly as it was. Removed entities return to their former place; those that did not exist are deleted with their relationships.",
});

/**
 * Brings an entity and everything that was under it back to a sequence, written forward, or says what that would do: what was
 * deleted since comes back, what was changed or moved away comes back as it was, what has come under it since stays or leaves.
 *
 * @param root the entity as it was at the sequence.
 * @throws {@link Problem} `restore_conflict` where the hierarchy of then does not fit what is there now, `external_id_taken`,
 * `batch_too_large` for more than 32 MiB of what has changed.
 */
export async function restoreSubtree(
  context: ProjectWriteContext,
  root: EntityVersion,
  { seq, dry_run, newer }: { seq: number; dry_run: boolean; newer: z.output<typeof newerEntities> },
): Promise<z.input<typeof SubtreeRestoration>> {
  const { record } = context;
  record.holdAtMost(MAX_READ);
  const before_seq = record.seq;
  const done = await restoreOrPreview(context, dry_run, () => restoreIn(record, root, seq, newer));
  return { id: root.id, before_seq, restored_from: seq, ...done };
}

async function restoreIn(record: UnitOfWork, root: EntityVersion, seq: number, newer: z.output<typeof newerEntities>) {
  const { db, projectId } = record;
  const subtree = { db, projectId, id: root.id, path: await pathOf(db, projectId, root.id, seq), seq };
  const counts = { brought_back: 0, changed: 0 };
  const since = await comeSince(subtree);
  const elsewhere = newer === "keep" ? [] : await findVersions(db, entityResource, projectId, { id: since }, seq);
  const ended = [...(await endedSince(subtree)), ...elsewhere];
  await bringBack<EntityState>(record, entityResource, ended, counts, root.id);
  const lost = await lostRelationships(
    subtree,
    ended.map(({ id }) => id),
  );
  const present = await record.load(
    entityResource,
    lost.flatMap(({ source_id, target_id }) => [source_id, target_id]),
  );
  const whole = lost.filter(({ source_id, target_id }) => present.has(source_id) && present.has(target_id));
  const links = { brought_back: 0, changed: 0 };
  await bringBack<RelationshipState>(record, relationshipResource, whole, links, root.id);
  const isElsewhere = new Set(elsewhere.map(({ id }) => id));
  const doomed = newer === "keep" ? [] : since.filter((id) => !isElsewhere.has(id));
  const loaded = await record.load(entityResource, doomed);
  await removeRelationshipsOf(record, doomed, root.id);
  removeUpwards(
    record,
    doomed.flatMap((id) => loaded.get(id) ?? []),
    root.id,
  );
  await requireRestorable(record);
  return {
    ...counts,
    relationships: links.brought_back,
    kept: newer === "keep" ? since.length : 0,
    removed: doomed.length,
  };
}

/** A subtree as it was at a sequence; one without a path is its root alone. */
interface SubtreeThen {
  readonly db: Db;
  readonly projectId: string;
  readonly id: string;
  readonly path: string | null;
  readonly seq: number;
}

const membersThen = ({ projectId, id, path, seq }: SubtreeThen) =>
  path === null ? sql`SELECT ${id}::text AS id` : subtreeMembers({ projectId, atSeq: seq, path });

/** Versions of its members that held then and hold no more, parents first. */
async function endedSince(subtree: SubtreeThen): Promise<EntityVersion[]> {
  const { db, projectId, seq } = subtree;
  const rows = await db.execute(
    sql`SELECT e.* FROM (${membersThen(subtree)}) member
        JOIN ${sql.identifier(entityResource.table)} e ON e.project_id = ${projectId} AND e.id = member.id
          AND e.valid_from_seq <= ${seq} AND e.valid_to_seq >= ${seq} AND e.valid_to_seq <> ${sql.raw(String(CURRENT))}
        LEFT JOIN entity_paths p ON p.project_id = e.project_id AND p.entity_id = e.id
          AND p.valid_from_seq <= ${seq} AND p.valid_to_seq >= ${seq}
        ORDER BY p.path NULLS FIRST, e.id`,
  );
  return rows.map((row) => toVersion<EntityState>(row));
}

/** Ids of the entities that are under it now and were not under it then, the deepest first. */
async function comeSince(subtree: SubtreeThen): Promise<string[]> {
  const { db, projectId, id } = subtree;
  const path = await pathOf(db, projectId, id, null);
  if (path === null) return [];
  const rows = await db.execute<{ id: string }>(
    sql`SELECT now.id FROM (${subtreeMembers({ projectId, atSeq: null, path })}) now
        JOIN entity_paths p ON p.project_id = ${projectId} AND p.entity_id = now.id AND p.valid_to_seq = ${sql.raw(String(CURRENT))}
        WHERE now.id NOT IN (SELECT member.id FROM (${membersThen(subtree)}) member)
        ORDER BY length(p.path) DESC, now.id`,
  );
  return rows.map(({ id: each }) => each);
}

/** Relationships of some entities that held then and have been deleted since. */
async function lostRelationships(
  { db, projectId, seq }: SubtreeThen,
  ids: readonly string[],
): Promise<RelationshipVersion[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute(
    sql`SELECT r.* FROM ${sql.identifier(relationshipResource.table)} r WHERE r.project_id = ${projectId}
          AND r.valid_from_seq <= ${seq} AND r.valid_to_seq >= ${seq} AND r.valid_to_seq <> ${sql.raw(String(CURRENT))}
          AND (${isOneOf(sql`r.source_id`, [...ids])} OR ${isOneOf(sql`r.target_id`, [...ids])})
          AND NOT EXISTS (SELECT FROM ${sql.identifier(relationshipResource.table)} n WHERE n.project_id = ${projectId} AND n.id = r.id
            AND n.valid_to_seq = ${sql.raw(String(CURRENT))})
        ORDER BY r.created_seq, r.id`,
  );
  return rows.map((row) => toVersion<RelationshipState>(row));
}
