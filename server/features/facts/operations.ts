import { addMemory } from "./operations/add-memory.ts";
import { batchFacts } from "./operations/batch-facts.ts";
import { createFact } from "./operations/create-fact.ts";
import { createSecret } from "./operations/create-secret.ts";
import { deleteFact } from "./operations/delete-fact.ts";
import { deleteSecret } from "./operations/delete-secret.ts";
import { getFact } from "./operations/get-fact.ts";
import { getSecret } from "./operations/get-secret.ts";
import { listFacts } from "./operations/list-facts.ts";
import { listSecrets } from "./operations/list-secrets.ts";
import { readKnowledge } from "./operations/read-knowledge.ts";
import { restoreFact } from "./operations/restore-fact.ts";
import { restoreSecret } from "./operations/restore-secret.ts";
import { supersedeFact } from "./operations/supersede-fact.ts";
import { unsupersedeFact } from "./operations/unsupersede-fact.ts";
import { updateFact } from "./operations/update-fact.ts";
import { updateSecret } from "./operations/update-secret.ts";

export const facts = {
  create: createFact,
  batch: batchFacts,
  addMemory,
  list: listFacts,
  get: getFact,
  update: updateFact,
  delete: deleteFact,
  restore: restoreFact,
  supersede: supersedeFact,
  unsupersede: unsupersedeFact,
  knowledge: readKnowledge,
};

export const secrets = {
  create: createSecret,
  list: listSecrets,
  get: getSecret,
  update: updateSecret,
  delete: deleteSecret,
  restore: restoreSecret,
};
