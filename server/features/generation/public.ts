// What others may use of generation: how a kind of it is declared, what carries sessions on, and which of them wait for a
// person.
export { generator } from "./declare-generator.ts";
export {
  type AskedFile,
  type CompletedBrief,
  type GenerationContext,
  type Generator,
  type LandingSession,
  provenance,
} from "./generator.ts";
export { sessionsUsing } from "./key-users.ts";
export { data, entitiesPart, type Prompt, recordPart, request, writePrompt } from "./prompt.ts";
export { readAnswer } from "./read-answer.ts";
export type { WorkRow } from "./rows.ts";
export { storedKeys } from "./session-keys.ts";
export { type LastSessionAttempt, SessionLoop } from "./session-loop.ts";
export type { SessionTimings } from "./step.ts";
export { endUnanswered } from "./upkeep.ts";
export { answeredSessions, waitingSessions } from "./waiting.ts";
