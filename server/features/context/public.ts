// What others may use of contexts: how one is assembled for a question, which entities it names, and how its receipt is kept.
export { assembleContext, requireSeq } from "./assemble.ts";
export { type NamedEntity, namedEntities } from "./named-entities.ts";
export { openRun } from "./open-run.ts";
export type { AssembledContext } from "./question.ts";
export { MAX_QUERY_LENGTH, MAX_SUBJECTS } from "./question.ts";
export { eraseReceipts, forgetOldReceipts, keepReceipt } from "./receipts.ts";
export { Context } from "./schemas.ts";
