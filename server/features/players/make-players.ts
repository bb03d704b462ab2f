import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../operation/context.ts";
import { newState } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { makeKeys } from "./keys.ts";
import { enterNames, isPlayerId, type NamedPlayer, type NamingContext, playersByName } from "./names.ts";
import { player } from "./player.ts";

/** Parts of a write that makes players. It goes alone, because it writes beside the record. */
export interface MakingContext extends NamingContext {
  readonly services: Pick<Services, "envelope" | "clock">;
  readonly record: UnitOfWork;
}

/** A player to be made: an external id that nobody has, and whatever else is known. */
export interface NewPlayer {
  readonly id: string;
  readonly external_id: string;
  readonly [field: string]: unknown;
}

/** Makes players in the unit of work, with their keys and names. */
export async function makePlayers(context: MakingContext, players: readonly NewPlayer[]): Promise<void> {
  const { services, db, project, record } = context;
  const now = services.clock.now();
  await record.requireUnused(
    player.resource,
    players.map(({ id }) => id),
  );
  await enterNames(context, players, now);
  const ids = players.map(({ id }) => id);
  const keys = await makeKeys({ envelope: services.envelope, db, now }, project, ids);
  const keyed = { db, project, services: { playerKeys: { read: async () => keys } } };
  for (const { id, ...given } of players) {
    record.create(player.resource, id, await player.sealing.seal(keyed, id, newState(player.resource, given)));
  }
}

/**
 * Returns the players of these names, ids or external ids, and makes those of external ids that nobody has, with nothing else known of
 * them. An id that there is not is absent. Called under the project's lock, in a write of its own transaction (`alone`).
 */
export async function ensurePlayers(
  context: MakingContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedPlayer>> {
  const { services } = context;
  const found = new Map(await playersByName(context, names));
  const missing = [...new Set(names)].filter((name) => !found.has(name) && !isPlayerId(name));
  if (missing.length === 0) return found;
  const made = missing.map((external_id) => ({ id: newId(player.resource.prefix, services.clock.now()), external_id }));
  await makePlayers(context, made);
  for (const { id, external_id } of made) found.set(external_id, { id, isErased: false });
  return found;
}
