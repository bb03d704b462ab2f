import { ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, valueError } from "../../../kernel/validation/item.ts";
import type { ProjectWriteContext } from "../../../operation/context.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { entityResource } from "../../entities/public.ts";
import { playerParams, playersByName, requirePlayer } from "../../players/public.ts";
import { playerFact } from "../player-fact.ts";

export const createPlayerFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/players/{player_id}/facts",
  scope: "write",
  summary: "Create a fact of a player",
  description:
    "Creates a fact about a player, or one that the player knows. `text` and `content_tags` are sealed under the keys of the player and of all in `also_players`. Contexts of the player have it: the player's own while `player_knows`, and those of the entities in `known_by`.",
  params: playerParams,
  body: playerFact.body,
  output: playerFact.wire,
  status: 201,
  errors: ["not_found", "id_taken", "player_erased"],
  example: { text: "Ines promised the keeper to bring the lamp back.", player_knows: true },
  lookUps: ({ body }) => [byId(entityResource, body.known_by)],
  handle: async (context, { params: { player_id }, body }) => {
    await requirePlayer(context, player_id);
    const also_players = await requireOthers(context, body.also_players, player_id);
    const known_by = [...new Set(body.known_by)];
    return playerFact.make(context, body, { player_id, also_players, known_by });
  },
});

/**
 * Returns the ids of other players, each once.
 *
 * @throws ValidationProblem at the places of names that no player has
 */
async function requireOthers(
  context: ProjectWriteContext,
  names: readonly string[],
  playerId: string,
): Promise<string[]> {
  const found = await playersByName(context, names);
  const missing = [...names.entries()].filter(([, name]) => !found.has(name));
  if (missing.length > 0) {
    throw new ValidationProblem(
      missing.map(([index, name]) => ({
        ...itemAt(["body", "also_players", index], valueError("there is no such player")),
        input: name,
      })),
    );
  }
  return [...new Set([...found.values()].map(({ id }) => id))].filter((id) => id !== playerId);
}
