import { z } from "zod";
import { batchMode, batchOutcome, MAX_PARTS, MAX_READ, runParts, shownResources } from "../../../operation/batch.ts";
import { batchOperation } from "../../../operation/batch-part.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { loadBatch } from "../batch-ahead.ts";
import { EntityItem } from "../batch-items.ts";
import { batchOrder } from "../batch-order.ts";
import { entityResource } from "../entity.ts";
import { EntitiesGone, Entity, toEntity } from "../schemas.ts";
import { applyItem } from "../write-batch.ts";
import { placedIn } from "../write-entity.ts";

export const batchEntities = projectWrite({
  ...batchOperation,
  path: "/v1/projects/{project_id}/entities/batch",
  summary: "Write many entities in one transaction",
  description: `Up to 1,000 parts, each a creation, an upsert, an update or a deletion by its \`op\`; without \`op\` it is a creation. Each does
what the operation of its own would do, and may carry \`if_match\` or \`base_seq\` of its own.

Parts take effect in the order sent, with one exception: a part whose parent is made by a later part waits for it, so parents may
follow their children. What an earlier part made can be updated, deleted or named by a later one; its place in the hierarchy and
its \`external_id\` are said where it is made.`,
  params: projectScope,
  body: z.strictObject({ entities: z.array(EntityItem).min(1).max(MAX_PARTS), mode: batchMode }),
  output: z.object({
    entities: z.array(Entity).meta({
      description: "Everything that was written and is still there, each entity once, in the order of the request.",
    }),
    ...batchOutcome,
    deleted: EntitiesGone.meta({ description: "Subjects deleted along with it." }),
  }),
  errors: [
    "not_found",
    "external_id_taken",
    "id_taken",
    "has_children",
    "edit_conflict",
    "precondition_failed",
    "batch_too_large",
    "linked",
    "canon_violation",
  ],
  example: {
    entities: [
      { external_id: "quay", type: "location", name: "The Quay", parent_external_id: "harbour" },
      { op: "upsert", external_id: "harbour", type: "location", name: "Harbour", parent_id: null },
      { op: "update", external_id: "quay", patch: { properties: { wet: true }, increment: { "/visits": 1 } } },
    ],
  },
  handle: async (context, { body }) => {
    const { record, services } = context;
    const { entities: parts, mode } = body;
    record.holdAtMost(MAX_READ);
    const { gone } = await loadBatch(record, parts);
    const known = await record.find(entityResource, {
      external_id: parts.flatMap(({ external_id }) => external_id ?? []),
    });
    const existing = new Set(known.map(({ external_id }) => external_id));
    const { order, circular } = batchOrder(parts, {
      hasId: (id) => record.isUsed(entityResource, id),
      hasExternalId: (externalId) => existing.has(externalId),
    });
    const taken = new Map<number, EntitiesGone>();
    const scope = { record, now: services.clock.now(), circular, gone };
    const batch = { mode, parts, order };
    const { results, errors, written } = await runParts(context, entityResource, batch, async (part, index) => {
      const { along, ...outcome } = await applyItem(scope, part, index);
      if (along !== undefined) taken.set(index, along);
      return outcome;
    });
    const deletions = results.flatMap(({ index, outcome }) => (outcome === "deleted" ? (taken.get(index) ?? []) : []));
    const deleted: EntitiesGone = {
      entities: deletions.flatMap(({ entities }) => entities),
      detached: deletions.flatMap(({ detached }) => detached),
      relationships: deletions.flatMap(({ relationships }) => relationships),
    };
    const { shown, omitted } = shownResources((await placedIn(record, written)).map(toEntity));
    return { entities: shown, omitted, results, deleted, errors };
  },
});
