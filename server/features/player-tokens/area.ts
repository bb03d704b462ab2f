import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { createPlayerToken } from "./operations/create-token.ts";
import { listPlayerTokens } from "./operations/list-tokens.ts";
import { revokePlayerToken } from "./operations/revoke-token.ts";
import { forgetOldTokens } from "./token.ts";

export const playerTokens = area({
  tag: "players",
  jobs: [upkeep("forget_player_tokens", ({ database, clock }) => forgetOldTokens(database.writes, clock.now()))],
  operations: {
    create: createPlayerToken,
    list: listPlayerTokens,
    revoke: revokePlayerToken,
  },
});
