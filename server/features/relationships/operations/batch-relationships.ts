import { z } from "zod";
import { batchMode, batchOutcome, MAX_PARTS, MAX_READ, runParts, shownResources } from "../../../operation/batch.ts";
import { batchOperation } from "../../../operation/batch-part.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { relationshipResource } from "../../entities/public.ts";
import { loadBatch } from "../batch-ahead.ts";
import { RelationshipItem } from "../batch-items.ts";
import { Relationship, relationshipApi } from "../schemas.ts";
import { applyItem } from "../write-batch.ts";

export const batchRelationships = projectWrite({
  ...batchOperation,
  path: "/v1/projects/{project_id}/relationships/batch",
  summary: "Write many relationships in one transaction",
  description: `Up to 1,000 parts, each a creation, an upsert, an update or a deletion by its \`op\`; without \`op\` it is a creation. Each does
what the operation of its own would do, and may carry \`if_match\` or \`base_seq\` of its own. Parts take effect in the order sent.`,
  params: projectScope,
  body: z.strictObject({ relationships: z.array(RelationshipItem).min(1).max(MAX_PARTS), mode: batchMode }),
  output: z.object({
    relationships: z.array(Relationship).meta({
      description:
        "Everything that was written and is still there, each relationship once, in the order of the request.",
    }),
    ...batchOutcome,
  }),
  errors: [
    "not_found",
    "external_id_taken",
    "id_taken",
    "edit_conflict",
    "precondition_failed",
    "batch_too_large",
    "linked",
    "canon_violation",
  ],
  example: {
    relationships: [
      {
        op: "upsert",
        external_id: "ana-owes-bor",
        type: "owes",
        source_id: "ent_01jd0000000000000000000000",
        target_id: "ent_01jd0000000000000000000001",
        properties: { crowns: 40 },
      },
      { op: "update", external_id: "ana-owes-bor", patch: { increment: { "/crowns": -5 } } },
    ],
  },
  handle: async (context, { body }) => {
    const { record, services } = context;
    const { relationships: parts, mode } = body;
    record.holdAtMost(MAX_READ);
    const { gone } = await loadBatch(record, parts);
    const scope = { record, now: services.clock.now(), gone };
    const run = runParts(context, relationshipResource, { mode, parts }, (part, index) =>
      applyItem(scope, part, index),
    );
    const { written, ...outcome } = await run;
    const { shown, omitted } = shownResources(written.map(relationshipApi.toWire));
    return { relationships: shown, omitted, ...outcome };
  },
});
