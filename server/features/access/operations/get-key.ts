import { read } from "../../../operation/operation.ts";
import { requireKey, toKey } from "../keys.ts";
import { Key, keyParams } from "../schemas.ts";

export const getKey = read({
  method: "GET",
  path: "/v1/keys/{key_id}",
  scope: "admin",
  summary: "Get a key",
  params: keyParams,
  output: Key,
  errors: ["not_found"],
  handle: async ({ db, caller, services }, { params }) =>
    toKey(await requireKey(db, caller, params.key_id), services.clock.now()),
});
