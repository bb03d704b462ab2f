import { z } from "zod";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { RUN_STATUSES } from "../run.ts";
import { runApi } from "../schemas.ts";

export const listRuns = declareList(runApi, "/v1/projects/{project_id}/game-narrative/runs", {
  field: "runs",
  description: "Beginning and end of playthroughs, as recorded at `at_seq`. Read one playthrough for its position.",
  filters: {
    graph_id: idOf("dlg").meta({ description: "Only playthroughs of this dialogue." }),
    player_id: text({ min: 1, max: 255 }).meta({ description: "Only playthroughs of this player." }),
    share_id: idOf("shr").meta({ description: "Only paths that readers sent back by this share link." }),
    status: z.enum(RUN_STATUSES).meta({ description: "Only playthroughs with this status." }),
  },
  sortable: ["status"],
});
