import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { BatchError, batchMode, runBatch } from "../../../operation/batch.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { creationOrder } from "../batch-order.ts";
import { entityResource } from "../entity.ts";
import { placed } from "../placed.ts";
import { Entity, EntityCreate, toEntity } from "../schemas.ts";
import { namedParent, newEntityState } from "../write-entity.ts";

export const createEntities = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/entities/batch",
  scope: "write",
  long: true,
  summary: "Create entities in one transaction",
  description:
    "Up to 1,000, in any order: parents inside the batch may follow their children. The answer keeps the order of the request.",
  params: projectScope,
  body: z.strictObject({ entities: z.array(EntityCreate).min(1).max(1000), mode: batchMode }),
  output: z.object({
    entities: z.array(Entity),
    errors: z.array(BatchError).meta({ description: "Refused parts; only ever filled in `independent` mode." }),
  }),
  status: 201,
  errors: ["not_found", "external_id_taken", "id_taken"],
  example: {
    entities: [
      { external_id: "quay", type: "location", name: "The Quay", parent_external_id: "harbour" },
      { external_id: "harbour", type: "location", name: "Harbour", parent_id: null },
    ],
  },
  handle: async ({ record, db, project, services }, { body }) => {
    const { entities } = body;
    const now = services.clock.now();
    const order = creationOrder(entities);
    const chosen = entities.flatMap(({ id }) => id ?? []);
    if (body.mode === "all_or_nothing") await record.requireUnused(entityResource, chosen);
    const parents = await knownParents(record, entities);
    const ids: (string | null)[] = entities.map(() => null);
    const errors = await runBatch(record, body.mode, order, async (index) => {
      const each = entities[index];
      if (each === undefined) return;
      const loc = ["body", "entities", index];
      if (body.mode === "independent" && each.id !== undefined) await record.requireUnused(entityResource, [each.id]);
      const known =
        each.parent_external_id == null || each.parent_id !== undefined
          ? undefined
          : parents.get(each.parent_external_id);
      const parentId = known ?? (await namedParent(record, each, loc));
      const id = each.id ?? newId("ent", now);
      record.create(entityResource, id, newEntityState(each, parentId), { loc });
      ids[index] = id;
      if (body.mode === "all_or_nothing" && !parents.has(each.external_id)) parents.set(each.external_id, id);
    });
    await record.commit();
    const made = ids.flatMap((id) => (id === null ? [] : (record.version(entityResource, id) ?? [])));
    return { entities: (await placed(db, project.id, made, null)).map(toEntity), errors };
  },
});

/** Entities outside the batch that it names as parents, found in one query. */
async function knownParents(
  record: Parameters<typeof namedParent>[0],
  entities: readonly EntityCreate[],
): Promise<Map<string, string>> {
  const inside = new Set(entities.map(({ external_id }) => external_id));
  const outside = [...new Set(entities.flatMap(({ parent_external_id }) => parent_external_id ?? []))].filter(
    (externalId) => !inside.has(externalId),
  );
  if (outside.length === 0) return new Map();
  const found = await record.find(entityResource, { external_id: outside });
  return new Map(found.map(({ external_id, id }) => [external_id, id]));
}
