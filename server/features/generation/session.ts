import type { Json } from "#domain/json.ts";
import {
  type ACTIONS,
  type INTERRUPT_REASONS,
  type SESSION_ERRORS,
  type SESSION_STATUSES,
  sessionFields,
  sessionVersions,
} from "#drizzle/schema/generation.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";
import { takeUpRestored } from "./restored-sessions.ts";

export type SessionStatus = (typeof SESSION_STATUSES)[number];
export type InterruptReason = (typeof INTERRUPT_REASONS)[number];
export type Action = (typeof ACTIONS)[number];
export type SessionErrorCode = (typeof SESSION_ERRORS)[number];

export type SessionState = StateOf<typeof sessionFields>;
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
export const session = recorded({
  type: "session",
  one: "generation session",
  plural: "sessions",
  path: "/v1/projects/{project_id}/sessions",
  table: sessionVersions,
  fields: sessionFields,
  idName: "session_id",
  wire: ({ revision: _, kind, status, brief, as_entity_id, review, token_budget, context_seq, key_id, ...shown }) => ({
    kind,
    status,
    brief,
    as: as_entity_id,
    review,
    token_budget,
    context_seq,
    provider_key: key_id,
    ...shown,
  }),
  toWire: ({
    revision: _,
    kind,
    status,
    brief,
    as_entity_id,
    review,
    token_budget,
    context_seq,
    key_id,
    ...state
  }) => ({
    kind,
    status,
    brief,
    as: as_entity_id,
    review,
    token_budget,
    context_seq,
    provider_key: key_id,
    ...state,
  }),
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
  example: {
    state: {
      kind: "text",
      status: "accepted",
      revision: 1,
      brief: { prompt: "Describe the Salt Gate at low tide." },
      token_budget: 4000,
      context_seq: 118,
    },
    edits: {
      awaiting_human: {
        status: "awaiting_human",
        revision: 2,
        interrupt: {
          id: "int_01k9hq4b1c6d3w8n5vy0te2rmk",
          reason: "review",
          question: "Keep what was made for “A line for the keeper.”?",
          expires_at: "2026-11-27T19:10:00.000Z",
        },
      },
      resumed: {
        revision: 2,
        answer: {
          interrupt_id: "int_01k9hq4b1c6d3w8n5vy0te2rmk",
          action: "approve",
          comment: null,
          by: "user:usr_01k9hq3tx8v2m5rbz4nd7wcfje",
          at: "2026-11-20T19:10:00.000Z",
        },
      },
      completed: {
        status: "completed",
        revision: 2,
        result: { text: "The gate is shut until the tide turns." },
        provider: { provider: "builtin", model: null, key_id: null, seed: "5f1c0c4a9d2e7b36", deterministic: true },
      },
      error: { status: "error", revision: 2, error: { code: "cancelled", message: "A person cancelled it." } },
    },
  },
});

export const sessionResource = session.resource;

/** Returns the next state of a session, with its revision increased by one so that it differs from the state before. */
export function moved(state: SessionState, changes: Partial<SessionState> & { status: SessionStatus }): SessionState {
  return { ...state, ...changes, revision: state.revision + 1 };
}
