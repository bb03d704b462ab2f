import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { Services } from "../../operation/context.ts";
import type { ErasedPlayer, Eraser, KeptOfPlayer } from "../../operation/erasure.ts";
import { eraseAnswers } from "../../operation/idempotency.ts";
import { readEvents } from "../../record/feed.ts";
import { stateOf } from "../../record/resource.ts";
import { ErasureData, type ErasureReceipt } from "./erasure-receipt.ts";
import { removeExport } from "./kept-exports.ts";
import { deleteKey } from "./keys.ts";
import type { MakingContext } from "./make-players.ts";
import { markNameErased } from "./names.ts";
import { type PlayerVersion, player } from "./player.ts";

/** Parts of a write that erases a player. It goes alone, because it writes beside the record. */
export interface ErasingContext extends MakingContext {
  readonly services: Pick<Services, "envelope" | "clock" | "playerKeys" | "erasures"> & {
    readonly artifacts: Pick<Services["artifacts"], "giveUp">;
  };
}

/**
 * Erases a player for good, in the unit of work, or returns the receipt of an erasure before. It is noted outside the database before
 * it is committed: one that is noted and fails is asked for again, one that is not noted would come back with a backup.
 *
 * @throws Problem `not_found`
 */
export async function erasePlayer(
  context: ErasingContext,
  id: string,
  erasers: readonly Eraser[],
): Promise<z.input<typeof ErasureReceipt>> {
  const { db, project, record, services } = context;
  const version = await record.require(player.resource, id);
  if (version.erased_at !== null) return receiptOf(context, version, version.erased_at);
  let erased: ErasedPlayer = { projectId: project.id, id, externalId: await externalIdOf(context, version), gone: [] };
  const counts: Record<string, number> = {};
  const kept: KeptOfPlayer[] = [];
  for (const eraser of erasers) {
    const step = await eraser({ db, record }, erased);
    for (const [kind, count] of Object.entries(step.counts)) counts[kind] = (counts[kind] ?? 0) + count;
    kept.push(...(step.kept ?? []));
    erased = { ...erased, gone: [...erased.gone, ...(step.gone ?? [])] };
  }
  counts.exports = await removeExport(db, services.artifacts, project.id, id);
  counts.kept_answers = await eraseAnswers(db, project.id, [id, ...erased.gone]);
  const erasedAt = new Date(services.clock.now()).toISOString();
  counts.keys = (await deleteKey(db, project.id, id)) ? 1 : 0;
  await markNameErased(db, project.id, id, erasedAt);
  const state = { ...stateOf(player.resource, version), avatar_id: null, erased_at: erasedAt };
  record.update(player.resource, version, state, { verb: "erased", data: { counts, kept } as unknown as JsonObject });
  await record.commit();
  await services.erasures.note({ project_id: project.id, player_id: id, erased_at: erasedAt });
  const after = record.version(player.resource, id);
  if (after === null) throw new Error(`${id} is gone after its own erasure`);
  return { player_id: id, status: "completed", erased_at: erasedAt, seq: after.valid_from_seq, counts, kept };
}

/** Returns the external id of a player; null where it no longer opens. */
async function externalIdOf(context: ErasingContext, version: PlayerVersion): Promise<string | null> {
  const [shown] = await player.sealing.show(context, [version as unknown as typeof version & JsonObject]);
  return typeof shown?.external_id === "string" ? shown.external_id : null;
}

async function receiptOf(
  { db, project }: ErasingContext,
  { id }: PlayerVersion,
  erased_at: string,
): Promise<z.input<typeof ErasureReceipt>> {
  const filter = { subjectId: id, kind: "player.erased" };
  const [event] = await readEvents(db, project.id, filter, { limit: 1, order: "desc" });
  if (event === undefined) throw new Error(`${id} was erased without an event`);
  const { counts, kept } = ErasureData.parse(event.data);
  return { player_id: id, status: "completed", erased_at, seq: event.seq, counts, kept };
}
