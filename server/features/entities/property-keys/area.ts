import { area } from "../../../operation/area.ts";
import { declarePropertyKey } from "./operations/declare-property-key.ts";
import { listPropertyKeys } from "./operations/list-property-keys.ts";
import { undeclarePropertyKey } from "./operations/undeclare-property-key.ts";
import { propertyKeyApi } from "./schemas.ts";

export const propertyKeys = area({
  tag: "projects",
  resources: [propertyKeyApi],
  words: { property_key: ["declared property", "declared properties"] },
  operations: { create: declarePropertyKey, list: listPropertyKeys, delete: undeclarePropertyKey },
});
