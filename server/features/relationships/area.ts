import { area } from "../../operation/area.ts";
import { batchRelationships } from "./operations/batch-relationships.ts";
import { createRelationship } from "./operations/create-relationship.ts";
import { deleteRelationship } from "./operations/delete-relationship.ts";
import { getRelationship } from "./operations/get-relationship.ts";
import { getRelationshipByExternalId } from "./operations/get-relationship-by-external-id.ts";
import { listNeighbors } from "./operations/list-neighbors.ts";
import { listRelationships } from "./operations/list-relationships.ts";
import { restoreRelationship } from "./operations/restore-relationship.ts";
import { updateRelationship } from "./operations/update-relationship.ts";
import { upsertRelationship } from "./operations/upsert-relationship.ts";
import { relationshipApi } from "./schemas.ts";

export const relationships = area({
  tag: "projects",
  resources: [relationshipApi],
  operations: {
    create: createRelationship,
    batch: batchRelationships,
    upsert: upsertRelationship,
    list: listRelationships,
    get: getRelationship,
    getByExternalId: getRelationshipByExternalId,
    update: updateRelationship,
    delete: deleteRelationship,
    restore: restoreRelationship,
    neighbors: listNeighbors,
  },
});
