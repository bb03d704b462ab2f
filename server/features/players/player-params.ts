import { z } from "zod";
import { idOf } from "../../kernel/validation/fields.ts";

/** Path parameters of what one player has. */
export const playerParams = z.object({
  project_id: idOf("prj"),
  player_id: idOf("ply").meta({ description: "The player." }),
});
