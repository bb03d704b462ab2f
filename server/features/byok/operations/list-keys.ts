import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { providerKeyResource } from "../provider-key.ts";
import { ProviderKey, toProviderKey } from "../schemas.ts";
import { showProviderKeys } from "../show-provider-keys.ts";

export const listProviderKeys = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/byok",
  scope: "read",
  summary: "List provider keys",
  description: "Provider keys with their status. The keys themselves are never shown.",
  params: projectScope,
  query: z.object(listQuery({ columns: { id: {}, label: {}, created_at: {}, updated_at: {} }, properties: false })),
  output: listOutput("provider_keys", ProviderKey),
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project, isPast, services } = context;
    const { rows, ...rest } = await listResource(context, providerKeyResource, query);
    const provider_keys = isPast
      ? rows.map((row) => toProviderKey(row))
      : await showProviderKeys(db, project.id, rows, services.clock.now());
    return { provider_keys, ...rest };
  },
});
