import { z } from "zod";
import { timestamp } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { sequenceAt } from "../../../record/feed.ts";

export const getSequence = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/sequence",
  scope: "read",
  summary: "Find the sequence that was true at a time",
  description: "Pass it as `at_seq` to read the project as it was then; 0 is before the project began.",
  params: projectScope,
  query: z.object({ at: timestamp().meta({ description: "RFC 3339 date and time, such as 2026-11-20T19:10:00Z." }) }),
  output: z.object({ at: z.iso.datetime(), seq: z.int() }),
  errors: ["not_found"],
  timeTravel: false,
  handle: async ({ db, project }, { query }) => ({ at: query.at, seq: await sequenceAt(db, project.id, query.at) }),
});
