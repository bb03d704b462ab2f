import { declareDelete } from "../../../../operation/ordinary/declare-delete.ts";
import { propertyKeyApi } from "../schemas.ts";

export const undeclarePropertyKey = declareDelete(
  propertyKeyApi,
  "/v1/projects/{project_id}/property-keys/{property_key_id}",
  { summary: "Undeclare a property key", description: "Only the index goes; the properties stay as they are." },
);
