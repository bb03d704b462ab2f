import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { ensurePlayers, type NamingContext, playersByName } from "../players/public.ts";

/**
 * Returns the names under which the playthroughs of a player are kept: the player's id, and the name itself for those from before
 * players had ids.
 */
export async function namesOfPlayer(context: NamingContext, name: string): Promise<string[]> {
  const found = (await playersByName(context, [name])).get(name);
  return found === undefined || found.id === name ? [name] : [found.id, name];
}

/**
 * Requires a player of the project, who may have been erased.
 *
 * @throws {@link Problem} `not_found`
 */
export async function requireKnown(context: NamingContext, playerId: string): Promise<void> {
  if (!(await playersByName(context, [playerId])).has(playerId)) throw new Problem("not_found");
}

/**
 * Returns the id of the player whom a request names by it or by an external id; one who is not known is made. The write goes alone.
 *
 * @throws ValidationProblem at `player_id` for an id that there is not
 * @throws Problem `player_erased`
 */
export async function requirePlayer(context: ProjectWriteContext, name: string): Promise<string> {
  const found = (await ensurePlayers(context, [name])).get(name);
  if (found === undefined) throw invalidValue(["body", "player_id"], "there is no such player", name);
  if (found.isErased) throw new Problem("player_erased", { detail: { player_id: found.id } });
  return found.id;
}
