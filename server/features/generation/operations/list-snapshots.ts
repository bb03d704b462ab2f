import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { checkpoint } from "../../checkpoints/public.ts";
import { requireSession } from "../find-session.ts";
import { ofSession, sessionParams } from "../schemas.ts";

const columns = { id: {}, name: {}, seq: {}, created_at: {}, updated_at: {} };

export const listSnapshots = projectRead({
  method: "GET",
  path: "/v1/sessions/{session_id}/snapshots",
  scope: "read",
  summary: "List state snapshots",
  description: "The checkpoints of the session's project.",
  params: sessionParams,
  projectOf: ofSession,
  query: z.object(listQuery({ columns, properties: false })),
  output: listOutput("checkpoints", checkpoint.wire),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    await requireSession(context.db, context.project.id, params.session_id);
    const { rows, ...rest } = await listResource(context, checkpoint.resource, query);
    return { checkpoints: rows.map(checkpoint.toWire), ...rest };
  },
});
