import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readStandings } from "../standing.ts";
import { webhook, withHealth } from "../webhook.ts";

export const listWebhooks = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/webhooks",
  scope: "webhooks:manage",
  summary: "List webhooks",
  description: "Webhooks with the state of their deliveries. Secrets are not shown.",
  params: projectScope,
  query: z.object(listQuery({ columns: { id: {}, url: {}, created_at: {}, updated_at: {} }, properties: false })),
  output: listOutput(webhook.plural, webhook.wire),
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project, isPast, services } = context;
    const { rows, ...rest } = await listResource(context, webhook.resource, query);
    if (isPast) return { webhooks: rows.map(webhook.toWire), ...rest };
    const ids = rows.map(({ id }) => id);
    const standingOf = await readStandings(db, project.id, ids, services.clock.now());
    return { webhooks: rows.map((row) => withHealth(row, standingOf(row.id))), ...rest };
  },
});
