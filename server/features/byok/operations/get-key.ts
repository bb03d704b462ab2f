import { answerTag } from "../../../operation/answer-tag.ts";
import { projectRead } from "../../../operation/operation.ts";
import { requireProviderKey } from "../current-key.ts";
import { ProviderKey, providerKeyParams, toProviderKey } from "../schemas.ts";
import { showProviderKey } from "../show-provider-keys.ts";

export const getProviderKey = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/byok/{byok_id}",
  scope: "read",
  summary: "Get a provider key",
  description: "Status, abilities and used budget of the key. The key itself is never shown.",
  params: providerKeyParams,
  output: ProviderKey,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services, response }, { params }) => {
    const version = await requireProviderKey(db, project.id, params.byok_id, atSeq);
    if (atSeq !== null) return toProviderKey(version);
    const key = await showProviderKey(db, version, services.clock.now());
    response.etag = answerTag(version, key);
    return key;
  },
});
