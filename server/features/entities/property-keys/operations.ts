import { declarePropertyKey } from "./operations/declare-property-key.ts";
import { listPropertyKeys } from "./operations/list-property-keys.ts";
import { undeclarePropertyKey } from "./operations/undeclare-property-key.ts";

export const propertyKeys = {
  create: declarePropertyKey,
  list: listPropertyKeys,
  delete: undeclarePropertyKey,
};
