import { projectCall } from "../../../operation/operation.ts";
import { PlayerToken, tokenParams } from "../schemas.ts";
import { revokeToken, toToken } from "../token.ts";

export const revokePlayerToken = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/players/{player_id}/tokens/{token_id}/revoke",
  scope: "write",
  summary: "Revoke a token of a player",
  description: "The token is refused everywhere within a second, and for good. Revoking it again changes nothing.",
  params: tokenParams,
  output: PlayerToken,
  errors: ["not_found"],
  handle: async ({ services, project }, { params: { player_id: playerId, token_id: id } }) => {
    const place = { projectId: project.id, playerId };
    const row = await revokeToken(services.database.writes, place, id, services.clock.now());
    services.forgetCallers();
    return toToken(row);
  },
});
