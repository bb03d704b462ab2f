import { EVENT_EXAMPLES } from "./event-examples.ts";
import { providerKeyApi } from "./features/byok/schemas.ts";
import { checkpoint } from "./features/checkpoints/checkpoint.ts";
import { comment } from "./features/comments/comment.ts";
import { annotationApi, groupApi, nodeApi } from "./features/dialogues/api-resources.ts";
import { graphForm } from "./features/dialogues/graph-form.ts";
import { variable } from "./features/dialogues/variable.ts";
import { entityForm } from "./features/entities/entity-form.ts";
import { propertyKeyApi } from "./features/entities/property-keys/schemas.ts";
import { secret } from "./features/facts/secret.ts";
import { factForm } from "./features/facts/show-facts.ts";
import { sessionApi } from "./features/generation/schemas.ts";
import { waiver } from "./features/problems/waiver.ts";
import { projectForm } from "./features/projects/project-form.ts";
import { reading } from "./features/readings/reading.ts";
import { relationshipApi } from "./features/relationships/schemas.ts";
import { runApi } from "./features/runs/schemas.ts";
import { shareApi } from "./features/shares/schemas.ts";
import { suggestionApi } from "./features/suggestions/schemas.ts";
import { webhookApi } from "./features/webhooks/schemas.ts";
import { type ApiForm, plainForm } from "./record/api-form.ts";
import { ResourceRegistry } from "./record/registry.ts";

type Subject = ApiForm<never> | Parameters<typeof plainForm<never>>[0];

/** Every kind of subject the record keeps, with its form in the API. */
const subjects = [
  projectForm,
  entityForm,
  relationshipApi,
  propertyKeyApi,
  variable,
  graphForm,
  nodeApi,
  groupApi,
  annotationApi,
  checkpoint,
  waiver,
  factForm,
  secret,
  suggestionApi,
  runApi,
  reading,
  comment,
  shareApi,
  webhookApi,
  sessionApi,
  providerKeyApi,
] as unknown as readonly Subject[];

/** Registry of the resources that the record works with. */
export const resources = new ResourceRegistry(
  subjects.map((subject) => subject.resource),
  subjects.map((subject) => ("show" in subject ? subject : plainForm(subject))),
  EVENT_EXAMPLES,
);
