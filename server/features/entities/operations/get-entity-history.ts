import { z } from "zod";
import { pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { History, historyOfEach, subjectHistory } from "../../history/public.ts";
import { entityParams } from "../schemas.ts";

export const getEntityHistory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entities/{entity_id}/history",
  scope: "read",
  summary: "Read the history of an entity",
  params: entityParams,
  query: z.object({ ...pageQuery, sort_order: z.enum(["asc", "desc"]).default("desc") }),
  output: History,
  errors: ["not_found"],
  forEach: { parameter: "entity_id", handle: (context, lists, { query }) => historyOfEach(context, lists, query) },
  handle: (context, { params, query }) => subjectHistory(context, params.entity_id, query),
});
