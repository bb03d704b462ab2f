import { z } from "zod";
import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { requireBaseUrl, tidyBaseUrl } from "../address.ts";
import { providerKeyResource } from "../provider-key.ts";
import { ProviderKey, providerKeyFields, providerKeyParams } from "../schemas.ts";
import { storeKey } from "../secrets.ts";
import { showProviderKey } from "../show-provider-keys.ts";

export const rotateProviderKey = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/byok/{byok_id}/rotate",
  scope: "byok:write",
  summary: "Rotate a provider key",
  description:
    "Replaces the key and erases the old one immediately; calls in progress finish with the old key. `base_url` may change with it. The used budget is kept.",
  params: providerKeyParams,
  body: z.strictObject({
    key: providerKeyFields.key,
    base_url: providerKeyFields.base_url.optional(),
  }),
  output: ProviderKey,
  alone: true,
  errors: ["not_found", "precondition_failed"],
  example: { key: "sk-ant-api03-another-example" },
  prepare: async ({ body }, services) => {
    if (body.base_url != null) requireBaseUrl(services, body.base_url);
  },
  lookUps: ({ params }) => [byId(providerKeyResource, [params.byok_id])],
  handle: async (context, { params, body }) => {
    const { db, project, services } = context;
    const now = services.clock.now();
    const version = await target(context, providerKeyResource, params.byok_id);
    const state = stateOf(providerKeyResource, version);
    const base_url = body.base_url === undefined ? state.base_url : body.base_url && tidyBaseUrl(body.base_url);
    const next = { ...state, base_url, key_set_at: new Date(now).toISOString() };
    const edited = await edit(context, providerKeyResource, version, next, { note: { verb: "rotated" } });
    await storeKey(db, services, project, edited.id, next, body.key);
    return showProviderKey(db, edited, now);
  },
});
