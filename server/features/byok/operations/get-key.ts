import { createHash } from "node:crypto";
import { projectRead } from "../../../operation/operation.ts";
import { requireProviderKey } from "../current-key.ts";
import { ProviderKey, providerKeyParams, toProviderKey } from "../schemas.ts";
import { showProviderKey } from "../show-provider-keys.ts";

export const getProviderKey = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/byok/{byok_id}",
  scope: "read",
  summary: "Get a provider key",
  description:
    "With its status: how it fares, what it can do, and what was used of its budget. The key is never shown.",
  params: providerKeyParams,
  output: ProviderKey,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services, response }, { params }) => {
    const version = await requireProviderKey(db, project.id, params.byok_id, atSeq);
    if (atSeq !== null) return toProviderKey(version);
    const key = await showProviderKey(db, version, services.clock.now());
    response.etag = `${version.valid_from_seq}.${digits(key)}`;
    return key;
  },
});

/** A number of up to fifteen digits that changes with the answer; behind the sequence, where `If-Match` does not look. */
function digits(answer: object): number {
  return Number.parseInt(createHash("sha256").update(JSON.stringify(answer)).digest("hex").slice(0, 12), 16);
}
