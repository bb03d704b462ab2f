import { Problem } from "../../kernel/problem.ts";
import { findVersion } from "../../record/versions.ts";
import { type NamingContext, playersByName } from "./names.ts";
import { player } from "./player.ts";

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

/** Whether there is a player of an id, erased or not, at a sequence; now where it is null. */
export async function hasPlayer(
  { db, project }: Pick<NamingContext, "db" | "project">,
  id: string,
  atSeq: number | null,
): Promise<boolean> {
  return (await findVersion(db, player.resource, project.id, id, atSeq)) !== null;
}
