import { z } from "zod";
import { ID_PREFIXES } from "../../kernel/ids.ts";
import { idOf, integer } from "../../kernel/validation/fields.ts";
import { playerParams } from "../players/public.ts";

export const TOKEN_PREFIX = ID_PREFIXES.player_token;

/** Seconds for which a token may be good: a day. */
export const MAX_TTL = 86_400;
/** Seconds for which a token is good unless another time is asked for: two hours of play. */
const TTL = 7_200;
/** Dialogues that a token may name. */
const MAX_DIALOGUES = 1_000;

export const tokenParams = playerParams.extend({ token_id: idOf(TOKEN_PREFIX).meta({ description: "The token." }) });

export const TokenBody = z.strictObject({
  dialogues: z
    .array(idOf("dlg"))
    .min(1)
    .max(MAX_DIALOGUES)
    .optional()
    .meta({ description: "Dialogues that may be started and read with it; all of the project when absent." }),
  ttl: integer({ min: 60, max: MAX_TTL })
    .default(TTL)
    .meta({ description: "Seconds for which it is good, at most a day." }),
  messages_per_minute: integer({ min: 1, max: 600 })
    .default(60)
    .meta({ description: "Requests a minute that do something, such as taking a step; more are 429 `rate_limited`." }),
  units: integer({ min: 0, max: 10_000_000 }).optional().meta({
    description:
      "Tokens of models that the player may use, counted over all of the player's tokens of a day; then npcs say authored lines. Without it the budgets of the provider keys are the limit.",
  }),
});

const moment = z.iso.datetime();

export const PlayerToken = z
  .object({
    id: z.string(),
    player_id: z.string().meta({ description: "The player." }),
    last4: z.string().meta({ description: "Last four characters of the token." }),
    dialogues: z
      .array(z.string())
      .nullable()
      .meta({ description: "Dialogues that may be started and read with it; null for all." }),
    messages_per_minute: z.int().meta({ description: "Requests a minute that do something." }),
    units: z
      .int()
      .nullable()
      .meta({ description: "Tokens of models that the player may use; null for no limit of its own." }),
    units_used: z
      .int()
      .meta({ description: "Tokens of models that were used with it, or are set aside for an answer." }),
    created_by: z.string().meta({ description: "`key:<id>` or `user:<id>`." }),
    created_at: moment,
    expires_at: moment.meta({ description: "Time from which it is refused." }),
    revoked_at: moment.nullable().meta({ description: "Time of its revocation; null where it was not revoked." }),
  })
  .meta({ id: "PlayerToken" });

export const NewPlayerToken = PlayerToken.extend({
  token: z.string().meta({ description: "The token itself. This is the only time it is shown." }),
}).meta({ id: "NewPlayerToken" });
