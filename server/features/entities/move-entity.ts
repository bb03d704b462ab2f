import type { z } from "zod";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { entityResource } from "./entity.ts";
import type { EntityVersion } from "./entity-state.ts";
import { childPath, shownPath } from "./path.ts";
import { type Entity, toEntity } from "./schemas.ts";
import { countBelow } from "./subtree.ts";
import { patchIn } from "./update-entity.ts";
import { answerEntity, namedParent, placedIn } from "./write-entity.ts";

interface Move {
  parent_id?: string | null | undefined;
  parent_external_id?: string | null | undefined;
  base_seq?: number | undefined;
  /** Answers the entity as the move would leave it, and writes nothing. */
  dry_run: boolean;
}

/**
 * Moves an entity, commits, and answers it with how many entities under it have another path by that.
 *
 * @throws {@link ValidationProblem} for a parent that is not there, lies under the entity, or would make a path too long.
 */
export async function answerMove(
  context: ProjectWriteContext,
  version: EntityVersion,
  { dry_run, ...move }: Move,
): Promise<z.input<typeof Entity> & { descendants: number }> {
  const { record } = context;
  const from = await storedPath(context, version);
  const below = from === null ? 0 : await countBelow(record.db, record.projectId, from);
  const entity = dry_run ? await triedMove(context, version, move) : await moved(context, version, move);
  const isElsewhere = from !== null && entity.location_path !== shownPath(from);
  return { ...entity, descendants: isElsewhere ? below : 0 };
}

async function moved(context: ProjectWriteContext, version: EntityVersion, move: Omit<Move, "dry_run">) {
  await patchIn(context.record, version, move);
  return answerEntity(context, version.id);
}

async function triedMove(context: ProjectWriteContext, version: EntityVersion, move: Omit<Move, "dry_run">) {
  const { record } = context;
  await record.tryOut(() => patchIn(record, version, move));
  const parentId = (await namedParent(record, move)) ?? null;
  const parent = parentId === null ? null : await record.require(entityResource, parentId);
  // An entity without a path gets that of a root when it becomes a parent.
  const above = parent === null ? null : ((await storedPath(context, parent)) ?? childPath(null, parent.external_id));
  await record.commit();
  const path = { path: childPath(above, version.external_id), since: version.valid_from_seq };
  return toEntity({ version: { ...version, parent_id: parentId, located: true }, path });
}

async function storedPath({ record }: ProjectWriteContext, version: EntityVersion): Promise<string | null> {
  const [entity] = await placedIn(record, [version]);
  return entity?.path?.path ?? null;
}
