import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { EntityList, entityListQuery, LOCATION, listEntityPage } from "../../entities/public.ts";

/** Lists entities of the type location: the listing of entities narrowed, not a listing of its own. */
export const listLocations = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations",
  scope: "read",
  summary: "List location entities",
  description:
    "Entities of the type `location`. Places of other types, such as `place`, are listed with `type` by the list of entities.",
  params: projectScope,
  query: entityListQuery.omit({ type: true }),
  output: EntityList,
  errors: ["not_found"],
  handle: (context, { query }) => listEntityPage(context, query, LOCATION),
});
