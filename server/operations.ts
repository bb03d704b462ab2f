import { keys, members, workspace } from "./features/access/operations.ts";
import { billing } from "./features/billing/operations.ts";
import { checkpoints } from "./features/checkpoints/operations.ts";
import { dialogues } from "./features/dialogues/operations.ts";
import { entities } from "./features/entities/operations.ts";
import { propertyKeys } from "./features/entities/property-keys/operations.ts";
import { jobs } from "./features/jobs/operations.ts";
import { locations } from "./features/locations/operations.ts";
import { presence } from "./features/presence/operations.ts";
import { problems, waivers } from "./features/problems/operations.ts";
import { projects } from "./features/projects/operations.ts";
import { record } from "./features/record/operations.ts";
import { relationships } from "./features/relationships/operations.ts";
import { usage } from "./features/usage/operations.ts";
import { variables } from "./features/variables/operations.ts";
import { webhooks } from "./features/webhooks/operations.ts";
import type { Operation } from "./operation/operation.ts";

/** Every operation of the product, by area: its table of contents. */
export const registry = {
  projects,
  record,
  entities,
  relationships,
  propertyKeys,
  locations,
  variables,
  checkpoints,
  dialogues,
  problems,
  waivers,
  presence,
  webhooks,
  keys,
  members,
  workspace,
  jobs,
  usage,
  billing,
};

export type Registry = typeof registry;

/** An operation with its address in the registry. */
export interface NamedOperation {
  area: string;
  name: string;
  operation: Operation;
}

/** The registry as a list, in its order. */
export function listOperations(): NamedOperation[] {
  return Object.entries(registry).flatMap(([area, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({
      area,
      name,
      operation: operation as unknown as Operation,
    })),
  );
}
