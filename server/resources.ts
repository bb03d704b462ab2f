import { checkpointResource } from "./features/checkpoints/checkpoint.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./features/dialogues/resources.ts";
import { variableResource } from "./features/dialogues/variable.ts";
import { entityResource } from "./features/entities/entity.ts";
import { relationshipResource } from "./features/entities/relationship.ts";
import { waiverResource } from "./features/problems/waiver.ts";
import { projectResource } from "./features/projects/project.ts";
import { ResourceRegistry } from "./record/registry.ts";

/** Every kind of subject the record keeps. */
export const resources = new ResourceRegistry([
  projectResource,
  entityResource,
  relationshipResource,
  variableResource,
  graphResource,
  nodeResource,
  groupResource,
  annotationResource,
  checkpointResource,
  waiverResource,
]);
