import { createRelationship } from "./operations/create-relationship.ts";
import { deleteRelationship } from "./operations/delete-relationship.ts";
import { getRelationship } from "./operations/get-relationship.ts";
import { listNeighbors } from "./operations/list-neighbors.ts";
import { listRelationships } from "./operations/list-relationships.ts";
import { restoreRelationship } from "./operations/restore-relationship.ts";
import { updateRelationship } from "./operations/update-relationship.ts";

export const relationships = {
  create: createRelationship,
  list: listRelationships,
  get: getRelationship,
  update: updateRelationship,
  delete: deleteRelationship,
  restore: restoreRelationship,
  neighbors: listNeighbors,
};
