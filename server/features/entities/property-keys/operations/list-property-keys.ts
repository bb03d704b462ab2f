import { declareList } from "../../../../operation/ordinary/declare-list.ts";
import { propertyKeyApi } from "../schemas.ts";

export const listPropertyKeys = declareList(propertyKeyApi, "/v1/projects/{project_id}/property-keys", {
  field: "property_keys",
  sortable: ["path"],
});
