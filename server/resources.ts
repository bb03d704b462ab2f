import { EVENT_EXAMPLES } from "./event-examples.ts";
import { providerKeyResource } from "./features/byok/provider-key.ts";
import { providerKeyApi } from "./features/byok/schemas.ts";
import { checkpointResource } from "./features/checkpoints/checkpoint.ts";
import { checkpointApi } from "./features/checkpoints/schemas.ts";
import { commentResource } from "./features/comments/comment.ts";
import { commentApi } from "./features/comments/schemas.ts";
import { annotationApi, groupApi, nodeApi } from "./features/dialogues/api-resources.ts";
import { graphForm } from "./features/dialogues/graph-form.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./features/dialogues/resources.ts";
import { variableResource } from "./features/dialogues/variable.ts";
import { entityResource } from "./features/entities/entity.ts";
import { entityForm } from "./features/entities/entity-form.ts";
import { propertyKeyResource } from "./features/entities/property-keys/property-key.ts";
import { propertyKeyApi } from "./features/entities/property-keys/schemas.ts";
import { relationshipResource } from "./features/entities/relationship.ts";
import { factResource } from "./features/facts/fact.ts";
import { secretResource } from "./features/facts/secret.ts";
import { secretApi } from "./features/facts/secret-schemas.ts";
import { factForm } from "./features/facts/show-facts.ts";
import { sessionApi } from "./features/generation/schemas.ts";
import { sessionResource } from "./features/generation/session.ts";
import { waiverApi } from "./features/problems/schemas.ts";
import { waiverResource } from "./features/problems/waiver.ts";
import { projectResource } from "./features/projects/project.ts";
import { projectForm } from "./features/projects/project-form.ts";
import { readingResource } from "./features/readings/reading.ts";
import { readingApi } from "./features/readings/schemas.ts";
import { relationshipApi } from "./features/relationships/schemas.ts";
import { runResource } from "./features/runs/run.ts";
import { runApi } from "./features/runs/schemas.ts";
import { shareApi } from "./features/shares/schemas.ts";
import { shareResource } from "./features/shares/share.ts";
import { suggestionApi } from "./features/suggestions/schemas.ts";
import { suggestionResource } from "./features/suggestions/suggestion.ts";
import { variableApi } from "./features/variables/schemas.ts";
import { webhookApi } from "./features/webhooks/schemas.ts";
import { webhookResource } from "./features/webhooks/webhook.ts";
import { type ApiForm, plainForm } from "./record/api-form.ts";
import { ResourceRegistry } from "./record/registry.ts";
import type { Resource } from "./record/resource.ts";

/** Every kind of subject the record keeps. */
const kinds: readonly Resource<never>[] = [
  projectResource,
  entityResource,
  relationshipResource,
  propertyKeyResource,
  variableResource,
  graphResource,
  nodeResource,
  groupResource,
  annotationResource,
  checkpointResource,
  waiverResource,
  factResource,
  secretResource,
  suggestionResource,
  runResource,
  readingResource,
  commentResource,
  shareResource,
  webhookResource,
  sessionResource,
  providerKeyResource,
];

/** API forms of the resources in the change feed. */
const forms: readonly ApiForm<never>[] = [
  projectForm,
  entityForm,
  graphForm,
  factForm,
  ...[
    relationshipApi,
    propertyKeyApi,
    variableApi,
    nodeApi,
    groupApi,
    annotationApi,
    checkpointApi,
    waiverApi,
    secretApi,
    suggestionApi,
    runApi,
    readingApi,
    commentApi,
    shareApi,
    webhookApi,
    sessionApi,
    providerKeyApi,
  ].map((api) => plainForm(api as never)),
];

/** Registry of the resources that the record works with. */
export const resources = new ResourceRegistry(kinds, forms, EVENT_EXAMPLES);
