import { area } from "../../operation/area.ts";
import { fact } from "./fact.ts";
import { addMemory } from "./operations/add-memory.ts";
import { batchFacts } from "./operations/batch-facts.ts";
import { createFact } from "./operations/create-fact.ts";
import { getFact } from "./operations/get-fact.ts";
import { listConflicts } from "./operations/list-conflicts.ts";
import { listFacts } from "./operations/list-facts.ts";
import { listFactUses } from "./operations/list-uses.ts";
import { readKnowledge } from "./operations/read-knowledge.ts";
import { supersedeFact } from "./operations/supersede-fact.ts";
import { tellFact } from "./operations/tell-fact.ts";
import { unsupersedeFact } from "./operations/unsupersede-fact.ts";
import { untellFact } from "./operations/untell-fact.ts";
import { updateFact } from "./operations/update-fact.ts";
import { upsertFact } from "./operations/upsert-fact.ts";
import { factForm } from "./show-facts.ts";

export const facts = area({
  tag: "facts",
  resources: [factForm],
  operations: {
    create: createFact,
    upsert: upsertFact,
    batch: batchFacts,
    addMemory,
    list: listFacts,
    conflicts: listConflicts,
    get: getFact,
    update: updateFact,
    delete: fact.delete({
      description: "Facts that it superseded are valid again until it is restored, unless another fact took its place.",
      errors: ["canon_violation"],
    }),
    restore: fact.restore({ errors: ["linked", "canon_violation"] }),
    supersede: supersedeFact,
    unsupersede: unsupersedeFact,
    tell: tellFact,
    untell: untellFact,
    knowledge: readKnowledge,
    uses: listFactUses,
  },
});
