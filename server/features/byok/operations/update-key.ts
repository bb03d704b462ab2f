import { z } from "zod";
import { sentFields } from "../../../kernel/sent-fields.ts";
import { secretMark } from "../../../kernel/validation/secrets.ts";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { providerKeyResource } from "../provider-key.ts";
import { ProviderKey, providerKeyFields, providerKeyParams } from "../schemas.ts";
import { showProviderKey } from "../show-provider-keys.ts";

export const updateProviderKey = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/byok/{byok_id}",
  scope: "byok:write",
  summary: "Update a provider key",
  description:
    "Only the fields sent change. A key goes to the address it was stored for and no other: another `base_url` comes with a key, by `rotate`.",
  params: providerKeyParams,
  body: z
    .strictObject({
      label: providerKeyFields.label,
      models: providerKeyFields.models,
      monthly_token_budget: providerKeyFields.monthly_token_budget,
      prices: providerKeyFields.prices,
      token_counts: providerKeyFields.token_counts,
      disabled: providerKeyFields.disabled,
    })
    .partial()
    .extend({ base_seq: baseSeq })
    // No field of it is secret, but a key may be sent here by mistake, and is not to be repeated.
    .check(secretMark())
    .meta({ id: "ProviderKeyPatch" }),
  output: ProviderKey,
  alone: true,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { label: "The writers' room", monthly_token_budget: 3_000_000 },
  lookUps: ({ params }) => [byId(providerKeyResource, [params.byok_id])],
  handle: async (context, { params, body }) => {
    const { db, services } = context;
    const version = await target(context, providerKeyResource, params.byok_id);
    const { base_seq, models, ...fields } = body;
    const state = stateOf(providerKeyResource, version);
    const next = { ...state, ...sentFields(fields), models: { ...state.models, ...sentFields(models ?? {}) } };
    const edited = await edit(context, providerKeyResource, version, next, { baseSeq: base_seq });
    return showProviderKey(db, edited, services.clock.now());
  },
});
