// What other features may use of facts: the resource, how facts and memories are written, and what may be read through somebody's eyes.
export { audienceSpansOfEach, audiencesOf } from "./audience.ts";
export { CarriedFacts, type FileReader, factValueKey } from "./carried-facts.ts";
export { EVERY_FACT, holdingFacts, MAX_CHAIN, nextInChain, standsWhere } from "./chain.ts";
export type { FactState, FactVersion } from "./fact.ts";
export { coverableIds, FACT_CONTENT, fact, factResource, SECRET_TAG, SUPERSEDING } from "./fact.ts";
export { namedInFacts, secretFacts } from "./gaps.ts";
export { factsKnownSince } from "./knowledge.ts";
export { existingFacts, type Knowledge, knownAmong } from "./known-among.ts";
export { learnInRun } from "./learn-in-run.ts";
export { keepMemory, memoryFields } from "./memory.ts";
export { openPerspective } from "./perspective.ts";
export { FactCreate, FactUpsert } from "./schemas.ts";
export { secret } from "./secret.ts";
export { findFactsInRun, seenPredecessors } from "./show-facts.ts";
export { predecessors, successors } from "./successors.ts";
export { loadBatch as loadFacts } from "./write-batch.ts";
export { createIn as createFact, tellIn as tellFact, upsertIn as upsertFact } from "./write-fact.ts";
export { loadSecrets, upsertIn as upsertSecret } from "./write-secret.ts";
