import type { ContentLimits } from "#domain/content-limits.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import type { ProjectCallContext } from "../../../operation/context.ts";
import { playersByName, readProfile } from "../../players/public.ts";

/** Player who speaks to an npc. */
export interface SpeakingPlayer {
  readonly id: string;
  readonly avatarId: string | null;
  readonly limits: ContentLimits;
}

/**
 * Finds the player who speaks.
 *
 * @throws ValidationProblem at `player_id` where there is none; {@link Problem} `player_erased`.
 */
export async function findPlayer(
  { services, project, response }: ProjectCallContext,
  name: string | undefined,
): Promise<SpeakingPlayer | null> {
  if (name === undefined) return null;
  const db = services.database.reads;
  const found = (await playersByName({ services, db, project }, [name])).get(name);
  if (found === undefined) throw invalidValue(["body", "player_id"], "no such player in this project", name);
  const profile = await readProfile({ services, db, project, response }, found.id, null);
  if (profile?.preferences == null) throw new Problem("player_erased", { detail: { player_id: found.id } });
  return { id: found.id, avatarId: profile.avatarId, limits: profile.preferences.content_limits ?? {} };
}

/** Whether a player who spoke was erased since. */
export async function wasErased(
  { services, project }: ProjectCallContext,
  player: Pick<SpeakingPlayer, "id"> | null,
): Promise<boolean> {
  if (player === null) return false;
  const found = await playersByName({ services, db: services.database.reads, project }, [player.id]);
  return found.get(player.id)?.isErased === true;
}
