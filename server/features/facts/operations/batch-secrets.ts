import { z } from "zod";
import { batchMode, batchOutcome, MAX_PARTS, MAX_READ, runParts, shownResources } from "../../../operation/batch.ts";
import { batchOperation } from "../../../operation/batch-part.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { secret } from "../secret.ts";
import { SecretItem } from "../secret-items.ts";
import { applySecret, loadSecrets } from "../write-secret.ts";

export const batchSecrets = projectWrite({
  ...batchOperation,
  path: "/v1/projects/{project_id}/secrets/batch",
  summary: "Write many secrets in one transaction",
  description:
    "Up to 1,000 parts, each a creation, an upsert, an update or a deletion by its `op`; without `op` it is a creation. Each does what the operation of its own would do, and may carry `if_match` or `base_seq` of its own. Parts take effect in the order sent.",
  params: projectScope,
  body: z.strictObject({
    secrets: z.array(SecretItem).min(1).max(MAX_PARTS).meta({ description: "The parts, in order." }),
    mode: batchMode,
  }),
  output: z.object({
    secrets: z.array(secret.wire).meta({
      description: "Everything that was written and is still there, each secret once, in the order of the request.",
    }),
    ...batchOutcome,
  }),
  errors: ["not_found", "external_id_taken", "id_taken", "edit_conflict", "precondition_failed", "batch_too_large"],
  example: {
    secrets: [
      { subject_id: "ent_01jd0000000000000000000000", pointer: "/properties/true_name", known_by: [] },
      {
        op: "upsert",
        external_id: "her-name",
        subject_id: "ent_01jd0000000000000000000001",
        known_by: ["ent_01jd0000000000000000000000"],
      },
    ],
  },
  handle: async (context, { body: { secrets: parts, mode } }) => {
    context.record.holdAtMost(MAX_READ);
    const scope = { ...context, ...(await loadSecrets(context.record, parts)) };
    const run = runParts(context, secret.resource, { mode, parts }, (part, index) => applySecret(scope, part, index));
    const { written, ...outcome } = await run;
    const { shown, omitted } = shownResources(written.map((version) => secret.toWire(version)));
    return { secrets: shown, omitted, ...outcome };
  },
});
