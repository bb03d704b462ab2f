import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { EntityList, entityListQuery, listEntityPage } from "../list-entities.ts";

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
