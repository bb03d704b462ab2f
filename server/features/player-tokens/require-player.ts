import { Problem } from "../../kernel/problem.ts";
import { type NamingContext, playersByName } from "../players/public.ts";

/**
 * Requires a player who was not erased, by id.
 *
 * @throws {@link Problem} `not_found` where there is none of that id; `player_erased` where the player was erased.
 */
export async function requirePlayer(context: NamingContext, id: string): Promise<void> {
  const found = (await playersByName(context, [id])).get(id);
  if (found === undefined) throw new Problem("not_found");
  if (found.isErased) throw new Problem("player_erased", { detail: { player_id: id } });
}
