import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { sessionVersions } from "#drizzle/schema/generation.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { resource, type Version } from "../../record/resource.ts";
import { takeUpRestored } from "./restored-sessions.ts";

/** The statuses of a session. */
export const SESSION_STATUSES = ["accepted", "completed", "error", "awaiting_human"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Reasons for which a session asks a person. */
export const INTERRUPT_REASONS = [
  "review",
  "invalid_answer",
  "continuity",
  "canon_moved",
  "provider_key",
  "provider_quota",
  "cost",
] as const;
export type InterruptReason = (typeof INTERRUPT_REASONS)[number];

/** Actions that a person can answer with. */
export const ACTIONS = ["approve", "edit", "reject", "choose", "provide", "retry", "cancel"] as const;
export type Action = (typeof ACTIONS)[number];

/** Codes of sessions that ended without a result. */
export const SESSION_ERRORS = [
  "cancelled",
  "rejected",
  "human_timeout",
  "refused",
  "truncated",
  "context_length",
  "provider_key",
  "provider_failed",
  "sketch_impossible",
  "access_lost",
  "interrupted",
  "internal_error",
] as const;
export type SessionErrorCode = (typeof SESSION_ERRORS)[number];

const object = z.custom<JsonObject>(() => true).meta({ type: "object" });

/** Interrupt as the record keeps it; its draft and evidence are stored beside the record. */
const Interrupt = z.object({
  id: z.string(),
  reason: z.enum(INTERRUPT_REASONS),
  question: z.string(),
  expires_at: z.string(),
});

const Answered = z.object({
  interrupt_id: z.string(),
  action: z.enum(ACTIONS),
  comment: z.string().nullable(),
  by: z.string(),
  at: z.string(),
});

const SessionState = z.object({
  kind: z.string(),
  status: z.enum(SESSION_STATUSES),
  revision: z.number(),
  brief: object,
  as_entity_id: z.string().nullable().default(null),
  review: z.boolean().default(false),
  token_budget: z.number(),
  key_id: z.string().nullable().default(null),
  context_seq: z.number(),
  retry_of: z.string().nullable().default(null),
  interrupt: Interrupt.nullable().default(null),
  answer: Answered.nullable().default(null),
  result: object.nullable().default(null),
  error: z
    .object({ code: z.enum(SESSION_ERRORS), message: z.string() })
    .nullable()
    .default(null),
  provider: object.nullable().default(null),
});
export type SessionState = z.output<typeof SessionState>;
export type SessionVersion = Version<SessionState>;

/** Statuses that may follow each status of a session. */
const NEXT: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  accepted: ["completed", "error", "awaiting_human"],
  awaiting_human: ["accepted", "error"],
  completed: [],
  error: [],
};

/**
 * Session of generation: started by a request, worked on step by step beside the record, and recorded when its status
 * changes.
 */
export const sessionResource = resource({
  type: "session",
  prefix: "ses",
  table: sessionVersions,
  state: SessionState,
  scope: "generate",
  creation: "accepted",
  events: {
    accepted: { meaning: "It was asked for; `change` sets the whole of it." },
    awaiting_human: { meaning: "The session waits for an answer; `interrupt` has the question." },
    resumed: { meaning: "The session continues after an answer, which is in `answer`." },
    completed: {
      meaning: "The session is completed; `result` has the result.",
      others: "Its result is stored in the same commit.",
    },
    error: { meaning: "It ended without a result; `error` says why." },
  },
  restored: takeUpRestored,
  invariants: async (_record, changes) => {
    for (const { before, after, loc } of changes) {
      const isStep = before !== null && after !== null && after.revision === before.revision + 1;
      const isNext = isStep && NEXT[before.status].includes(after.status);
      // A restore would bring back what its rows beside the record have left behind.
      if (before !== null && !isNext) {
        throw invalidValue([...loc], "what became of a session is not taken back", (after?.status ?? null) as Json);
      }
    }
  },
});

/** Returns the next state of a session, with its revision increased by one so that it differs from the state before. */
export function moved(state: SessionState, changes: Partial<SessionState> & { status: SessionStatus }): SessionState {
  return { ...state, ...changes, revision: state.revision + 1 };
}
