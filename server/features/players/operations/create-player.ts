import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { shownOpen } from "../../../operation/ordinary/api-resource.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { makePlayers } from "../make-players.ts";
import { playersByName, requireExternalId } from "../names.ts";
import { player } from "../player.ts";

export const createPlayer = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/players",
  scope: "write",
  summary: "Create a player",
  description:
    "Creates a player. Personal data is kept sealed under a key of the player, in the history too. `external_id` is your own identifier; nobody else in the project may have it, and one of an erased player is refused.",
  params: projectScope,
  body: player.body,
  output: player.wire,
  status: 201,
  alone: true,
  errors: ["not_found", "id_taken", "external_id_taken", "player_erased"],
  example: {
    external_id: "player-4711",
    display_name: "Ines",
    locale: "pt-PT",
    preferences: { content_limits: { lines: ["harm to animals"], veils: ["drowning"] } },
  },
  handle: async (context, { body }) => {
    const { external_id, id = newId(player.resource.prefix, context.services.clock.now()) } = body;
    requireExternalId(external_id);
    const holder = (await playersByName(context, [external_id])).get(external_id);
    if (holder?.isErased === true) throw new Problem("player_erased", { detail: { player_id: holder.id } });
    if (holder !== undefined) throw new Problem("external_id_taken", { detail: { external_id, player_id: holder.id } });
    await makePlayers(context, [{ ...body, id }]);
    const [made] = await shownOpen(player, context, [await committed(context, player.resource, id)]);
    return made as NonNullable<typeof made>;
  },
});
