import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { playerParams, requirePlayer } from "../../players/public.ts";
import { PlayerToken } from "../schemas.ts";
import { countTokens, listTokens, toToken } from "../token.ts";

const LAST_MADE: KeysetOrder = { keys: { created_at: sql`t.created_at`, id: sql`t.id` }, order: "desc" };

export const listPlayerTokens = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/tokens",
  scope: "read",
  summary: "List the tokens of a player",
  description:
    "Tokens without what opens, the newest first. Expired and revoked ones are listed for a day after they would have expired.",
  params: playerParams,
  query: z.object(keysetQuery),
  output: listOutput("tokens", PlayerToken),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found", "player_erased"],
  handle: async (context, { params: { player_id: playerId }, query }) => {
    const { db, project } = context;
    await requirePlayer(context, playerId);
    const place = { projectId: project.id, playerId };
    const total = await countTokens(db, place);
    const { rows, has_more } = await readKeyset(context, query, LAST_MADE, (page) => listTokens(db, place, page));
    return { tokens: rows.map(toToken), total, has_more };
  },
});
