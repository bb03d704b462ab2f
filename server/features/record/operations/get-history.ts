import { z } from "zod";
import { pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { History, subjectHistory } from "../history.ts";
import { subjectParams } from "../schemas.ts";

export const historyQuery = z.object({ ...pageQuery, sort_order: z.enum(["asc", "desc"]).default("desc") });

export const getHistory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/subjects/{subject_id}/history",
  scope: "read",
  summary: "Read the history of anything recorded",
  description: "By its id, whatever its kind, deleted or not.",
  params: subjectParams,
  query: historyQuery,
  output: History,
  errors: ["not_found"],
  handle: (context, { params, query }) => subjectHistory(context, params.subject_id, query),
});
