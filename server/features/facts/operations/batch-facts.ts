import { z } from "zod";
import { batchMode, batchOutcome, MAX_PARTS, MAX_READ, runParts, shownResources } from "../../../operation/batch.ts";
import { batchOperation } from "../../../operation/batch-part.ts";
import { mayReadIn } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { FactItem } from "../batch-items.ts";
import { ConflictOfFacts } from "../conflicts/schemas.ts";
import { batchConflicts, rulesFor } from "../conflicts/written-conflicts.ts";
import { factResource } from "../fact.ts";
import { Fact } from "../schemas.ts";
import { showFacts } from "../show-facts.ts";
import { applyItem, loadBatch } from "../write-batch.ts";

export const batchFacts = projectWrite({
  ...batchOperation,
  path: "/v1/projects/{project_id}/facts/batch",
  summary: "Write many facts in one transaction",
  description: `Up to 1,000 parts, each a creation, an upsert, an update, a deletion, a telling or an untelling by its \`op\`; without \`op\` it is a creation. Each does what the
operation of its own would do, and may carry \`if_match\` or \`base_seq\` of its own. Parts take effect in the order sent.`,
  params: projectScope,
  body: z.strictObject({
    facts: z.array(FactItem).min(1).max(MAX_PARTS).meta({ description: "The parts, in order." }),
    mode: batchMode,
  }),
  output: z.object({
    facts: z.array(Fact).meta({
      description: "Everything that was written and is still there, each fact once, in the order of the request.",
    }),
    conflicts: z.array(ConflictOfFacts).meta({
      description:
        "Pairs of facts, one of them written here, that hold beside each other although declared predicates say that both cannot, and that one reader may know at once. Nothing is refused for it.",
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
    facts: [
      { text: "The salt gate is shut at high tide." },
      { op: "upsert", external_id: "tide-turns", text: "The tide turns twice a day.", predicate: "turns" },
    ],
  },
  handle: async (context, { body }) => {
    const { record, db, project, services } = context;
    const { facts: parts, mode } = body;
    record.holdAtMost(MAX_READ);
    const { gone } = await loadBatch(record, parts);
    const scope = { record, now: services.clock.now(), gone };
    const run = runParts(context, factResource, { mode, parts }, (part, index) => applyItem(scope, part, index));
    const { written, ...outcome } = await run;
    const conflicts = await batchConflicts(record, await rulesFor(record, written), written, mayReadIn(context));
    const seq = record.seq;
    const facts = await showFacts(
      db,
      project.id,
      written.map((version) => ({ version, seq })),
    );
    const { shown, omitted } = shownResources(facts);
    return { facts: shown, omitted, conflicts, ...outcome };
  },
});
