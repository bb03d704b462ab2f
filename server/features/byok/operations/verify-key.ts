import { Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { findKey } from "../current-key.ts";
import { ProviderKey, providerKeyParams } from "../schemas.ts";
import { showProviderKey } from "../show-provider-keys.ts";
import { verifyKey } from "../verify.ts";

export const verifyProviderKey = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/byok/{byok_id}/verify",
  scope: "byok:write",
  summary: "Verify a provider key",
  description:
    "Calls the provider to list the models of the key, and tests the structured answers of the writing model with one to four short calls, which count as usage. A refused key is not an error of the request: `status`, `last_error_code` and `last_error` have the result. The request takes as long as the provider, 45 seconds at most.",
  params: providerKeyParams,
  output: ProviderKey,
  errors: ["not_found", "provider_key_missing"],
  handle: async ({ project, services }, { params }) => {
    const { database, clock } = services;
    const key = await findKey(database.reads, project.id, params.byok_id);
    if (key === null) throw new Problem("not_found");
    await verifyKey(services, key);
    const after = await findKey(database.reads, project.id, params.byok_id);
    if (after === null) throw new Problem("not_found");
    return showProviderKey(database.reads, after.version, clock.now());
  },
});
