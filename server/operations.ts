import { keys, members, workspace } from "./features/access/operations.ts";
import { billing } from "./features/billing/operations.ts";
import { byokOperations } from "./features/byok/operations.ts";
import { checkpoints } from "./features/checkpoints/operations.ts";
import { comments } from "./features/comments/operations.ts";
import { context } from "./features/context/operations.ts";
import { demo } from "./features/demo/operations.ts";
import { dialogueGeneration } from "./features/dialogue-generation/operations.ts";
import { dialogues } from "./features/dialogues/operations.ts";
import { entities } from "./features/entities/operations.ts";
import { propertyKeys } from "./features/entities/property-keys/operations.ts";
import { facts } from "./features/facts/operations.ts";
import { secrets } from "./features/facts/secrets.ts";
import { generation, sessions } from "./features/generation/operations.ts";
import { sessionsUsing } from "./features/generation/public.ts";
import { record } from "./features/history/operations.ts";
import { inbox } from "./features/inbox/operations.ts";
import { jobs } from "./features/jobs/operations.ts";
import { locations } from "./features/locations/operations.ts";
import { memoryGeneration } from "./features/memories/operations.ts";
import { presence } from "./features/presence/operations.ts";
import { problems, waivers } from "./features/problems/operations.ts";
import { projects } from "./features/projects/operations.ts";
import { readings } from "./features/readings/operations.ts";
import { relationships } from "./features/relationships/operations.ts";
import { runs } from "./features/runs/operations.ts";
import { samples } from "./features/samples/operations.ts";
import { shared, shares } from "./features/shares/operations.ts";
import { suggestions } from "./features/suggestions/operations.ts";
import { usage } from "./features/usage/operations.ts";
import { variables } from "./features/variables/operations.ts";
import { webhooks } from "./features/webhooks/operations.ts";
import { type KeyedOperation, needsKey, type Operation } from "./operation/operation.ts";

/** Every operation of the product, by area: its table of contents. */
export const registry = {
  projects,
  samples,
  record,
  entities,
  relationships,
  propertyKeys,
  facts: { ...facts, ...memoryGeneration },
  secrets,
  locations,
  variables,
  checkpoints,
  dialogues: { ...dialogues, ...dialogueGeneration },
  problems,
  waivers,
  suggestions,
  runs,
  readings,
  comments,
  shares,
  shared,
  context,
  presence,
  inbox,
  generation,
  sessions,
  webhooks,
  byok: byokOperations({ sessionsUsing }),
  keys,
  members,
  workspace,
  jobs,
  usage,
  billing,
  demo,
};

export type Registry = typeof registry;

/** An operation with its address in the registry. */
export interface NamedOperation<O extends Operation = Operation> {
  area: string;
  name: string;
  operation: O;
}

/** One that callers ask for. */
export type NamedKeyedOperation = NamedOperation<KeyedOperation>;

/** The registry as a list, in its order. */
export function listOperations(): NamedOperation[] {
  return Object.entries(registry).flatMap(([area, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({
      area,
      name,
      operation,
    })),
  );
}

/** Returns the operations that need a caller: those of GraphQL and the studio. */
export function listKeyedOperations(): NamedKeyedOperation[] {
  return listOperations().filter((named): named is NamedKeyedOperation => needsKey(named.operation));
}
