import { projectCall } from "../../../operation/operation.ts";
import { playerParams, requirePlayer } from "../../players/public.ts";
import { NewPlayerToken, TokenBody } from "../schemas.ts";
import { makeToken, toToken } from "../token.ts";

export const createPlayerToken = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/players/{player_id}/tokens",
  scope: "write",
  summary: "Create a token for a player",
  description:
    "Answers a token with which one player plays from a browser or a game: it starts, plays, saves and loads that player's playthroughs and reads what the player's avatar may know, everyone where there is none. The answer shows it once. It is refused from `expires_at` on, within a second once it or the key that asked for it is revoked, and when the player is erased. The [guide](/docs/guides/authentication#players) says what it opens.",
  params: playerParams,
  body: TokenBody,
  bodyOptional: true,
  output: NewPlayerToken,
  status: 201,
  errors: ["not_found", "player_erased"],
  secretOutput: true,
  example: { ttl: 7_200, messages_per_minute: 60, units: 20_000 },
  handle: async ({ services, project, caller }, { params: { player_id: playerId }, body }) => {
    const { reads, writes } = services.database;
    await requirePlayer({ services, db: reads, project }, playerId);
    const grant = {
      projectId: project.id,
      playerId,
      mode: project.mode,
      dialogues: body.dialogues === undefined ? null : [...new Set(body.dialogues)],
      messagesPerMinute: body.messages_per_minute,
      units: body.units ?? null,
      ttl: body.ttl,
      keyId: caller.kind === "key" ? caller.id : null,
      actor: caller.actor,
    };
    const { row, token } = await makeToken(writes, grant, services.clock.now());
    return { ...toToken(row), token };
  },
});
