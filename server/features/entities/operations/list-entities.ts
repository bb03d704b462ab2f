import { projectRead } from "../../../operation/operation.ts";
import { EntityList, entityListQuery, listEntityPage } from "../list-entities.ts";
import { projectScope } from "../schemas.ts";

export const listEntities = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entities",
  scope: "read",
  summary: "List entities",
  params: projectScope,
  query: entityListQuery,
  output: EntityList,
  errors: ["not_found"],
  handle: (context, { query }) => listEntityPage(context, query),
});
