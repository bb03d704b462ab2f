// What others may use of generation: what a kind of it is, how it is offered, what carries sessions on, and which of them
// wait for a person.
export type { AssembledContext } from "../context/public.ts";
/** @public */
export type { AnswerIssue } from "./answer-issue.ts";
/** @public */
export { declareGenerate, SHARED_FIELDS } from "./declare-generate.ts";
/** @public */
export type { ContinuityIssue, DraftResult, Generator, LandingSession } from "./generator.ts";
export { sessionsUsing } from "./key-users.ts";
export type { WorkRow } from "./rows.ts";
export { storedKeys } from "./session-keys.ts";
export { type LastSessionAttempt, SessionLoop } from "./session-loop.ts";
export type { SessionTimings } from "./step.ts";
export { textGenerator } from "./text-generator.ts";
export { endUnanswered, forgetOldTraces } from "./upkeep.ts";
export { answeredSessions, waitingSessions } from "./waiting.ts";
