import { z } from "zod";
import { sentFields } from "../../../kernel/sent-fields.ts";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { requireBaseUrl, tidyBaseUrl } from "../address.ts";
import { providerKeyResource } from "../provider-key.ts";
import { ProviderKey, providerKeyFields } from "../schemas.ts";
import { storeKey } from "../secrets.ts";
import { showProviderKey } from "../show-provider-keys.ts";

export const createProviderKey = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/byok",
  scope: "byok:write",
  summary: "Store a provider key",
  description:
    "Stores the project's key of a model provider, encrypted. No answer shows it again. The provider is not called; use `verify` for that. Generations use the newest working key unless they name another.",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("byok"),
    provider: providerKeyFields.provider,
    key: providerKeyFields.key,
    label: providerKeyFields.label.default(""),
    base_url: providerKeyFields.base_url.default(null),
    models: providerKeyFields.models.default({}),
    monthly_token_budget: providerKeyFields.monthly_token_budget.default(null),
    prices: providerKeyFields.prices.default(null),
    token_counts: providerKeyFields.token_counts.default("reported"),
  }),
  output: ProviderKey,
  status: 201,
  alone: true,
  errors: ["not_found", "id_taken"],
  example: {
    provider: "anthropic",
    key: "sk-ant-api03-example",
    label: "The writers' room",
    monthly_token_budget: 2_000_000,
  },
  prepare: async ({ body }, services) => {
    if (body.base_url !== null) requireBaseUrl(services, body.base_url);
  },
  handle: async (context, { body }) => {
    const { project, db, services } = context;
    const now = services.clock.now();
    const { id, key, ...fields } = body;
    const base_url = fields.base_url === null ? null : tidyBaseUrl(fields.base_url);
    const models = { text: null, image: null, speech: null, ...sentFields(fields.models) };
    const state = { ...fields, models, base_url, disabled: false, key_set_at: new Date(now).toISOString() };
    const version = await created(context, providerKeyResource, id, state);
    await storeKey(db, services, project, version.id, state, key);
    return showProviderKey(db, version, now);
  },
});
