import { z } from "zod";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { sessionApi } from "../schemas.ts";
import { SESSION_STATUSES } from "../session.ts";

export const listSessions = declareList(sessionApi, "/v1/projects/{project_id}/sessions", {
  field: "sessions",
  description: "The generation sessions of a project, as they stood at `at_seq` where it is given.",
  filters: {
    status: z.enum(SESSION_STATUSES).meta({ description: "Only sessions with this status." }),
    kind: z.string().max(100).meta({ description: "Only sessions of this kind." }),
  },
  sortable: ["kind", "status"],
});
