import { z } from "zod";
import { jsonValue } from "../../kernel/page.ts";
import { idOf } from "../../kernel/validation/fields.ts";
import type { ProjectOf } from "../../operation/operation.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import { type InterruptRow, PHASES, projectOfSession, STEPS, type WorkRow } from "./rows.ts";
import {
  ACTIONS,
  INTERRUPT_REASONS,
  SESSION_ERRORS,
  SESSION_STATUSES,
  type SessionVersion,
  sessionResource,
} from "./session.ts";

/** Path parameters of what belongs to a session. */
export const sessionParams = z.object({ session_id: idOf("ses").meta({ description: "The generation session." }) });

/** The project of an operation whose path names a session alone. */
export const ofSession: ProjectOf<{ session_id: string }> = (db, { session_id }) => projectOfSession(db, session_id);

const freeJson = z.record(z.string(), jsonValue);
const status = z.enum(SESSION_STATUSES).meta({
  description:
    "`accepted`: it is being made. `awaiting_human`: a person is asked something; answer at `POST /v1/sessions/{session_id}/respond`. `completed` and `error` are ends.",
});

/** The answer to every `POST …/generate`. */
export const Accepted = z
  .object({
    session_id: z.string().meta({ description: "The session that was started." }),
    status: z.literal("accepted").meta({ description: "It is being made." }),
    poll_url: z.url().meta({ description: "Address of its status." }),
    events_url: z.url().meta({ description: "Address of its event stream." }),
  })
  .meta({ id: "SessionAccepted" });

const SessionError = z
  .object({
    code: z.enum(SESSION_ERRORS).meta({
      description:
        "`cancelled`: a person cancelled it. `rejected`: a person or the record rejected it. `human_timeout`: no answer within seven days. `refused`: the model refused. `truncated`: the answer exceeded the maximum length. `context_length`: the prompt was too long for the model, even after halving the context, or the provider counted less than 80 % of it (see `token_counts` of the [provider key](/docs/guides/provider-keys)). `provider_key`: the key could not be used. `provider_failed`: the provider failed on every attempt. `sketch_impossible`: it requires a model, and no key is stored. `access_lost`: its author may no longer change the project, or the project was deleted. `interrupted`: the project was restored from a backup, which contains no running sessions. `internal_error`: the server failed.",
    }),
    message: z.string(),
  })
  .meta({ id: "SessionError" });

const provider = freeJson.nullable().meta({
  description:
    "Author of the result: `{provider, model, key_id, seed, deterministic}`. `builtin` is the sketch without a model; it never replaces a failing key. `human` is a person who wrote the result because no answer was usable, named in `provided_by`; a person who edited the result is named in `edited_by`.",
});

const Option = z.object({
  action: z.enum(ACTIONS),
  label: z.string().meta({ description: "Label of the button." }),
  value_schema: freeJson.nullable().meta({ description: "JSON schema of `value`; null where the action takes none." }),
});

const expires_at = z.iso.datetime().meta({ description: "Time after which an answer is refused." });

/** Result of a session, by its kind. */
const result = freeJson.nullable().meta({
  description:
    "Result; null until the session is completed. Of a text `{text}`, and `sentences` where it is `builtin`; with a `schema` `{value}`; of a dialogue `{graph_id, suggestion_id, nodes}`, with a suggestion if it continues a dialogue and the number of nodes; of an image `{image_ids}`; of a voice line `{voice_line_ids}`; of extracted facts `{fact_ids}`.",
});

export const Interrupt = z
  .object({
    id: z.string(),
    reason: z.enum(INTERRUPT_REASONS),
    question: z.string(),
    options: z.array(Option).meta({ description: "Possible answers." }),
    response_schema: freeJson.meta({ description: "JSON schema of the answer as a whole." }),
    evidence: z.array(freeJson).meta({ description: "Evidence for the question." }),
    draft: freeJson.nullable().meta({ description: "Draft to be stored; null when there is none yet." }),
    created_at: z.iso.datetime(),
    expires_at,
    on_timeout: z.string().meta({ description: "The `error.code` the session then ends with." }),
    answered_at: z.iso.datetime().nullable(),
    answered_by: z.string().nullable(),
    action: z.enum(ACTIONS).nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: "SessionInterrupt" });

/** Session as the record keeps it, on the wire. */
export const Session = z
  .object({
    session_id: z.string().meta({ description: "The session." }),
    project_id: z.string(),
    kind: z.string().meta({ description: "Kind of generation: `text`, `dialogue`, …" }),
    status,
    brief: freeJson.meta({ description: "The request." }),
    as: z.string().nullable().meta({ description: "Entity whose knowledge limits the context; null for none." }),
    review: z.boolean().meta({ description: "Whether a person sees it before anything is kept." }),
    token_budget: z.int().meta({ description: "Tokens the context may have." }),
    context_seq: z.int().meta({ description: "The sequence its context is read at." }),
    provider_key: z.string().nullable().meta({ description: "The provider key that was asked for." }),
    retry_of: z.string().nullable().meta({ description: "The session that this one tries again." }),
    interrupt: z
      .object({ id: z.string(), reason: z.enum(INTERRUPT_REASONS), question: z.string(), expires_at })
      .nullable()
      .meta({ description: "Open question; null when there is none." }),
    answer: z
      .object({
        interrupt_id: z.string(),
        action: z.enum(ACTIONS),
        comment: z.string().nullable(),
        by: z.string(),
        at: z.iso.datetime().meta({ description: "Time of the answer, UTC." }),
      })
      .nullable()
      .meta({ description: "Last answer of a person." }),
    result,
    error: SessionError.nullable().meta({ description: "Reason of a failed session." }),
    provider,
    ...versionFields,
  })
  .meta({ id: "Session" });

/** Current status of a session. */
export const SessionStanding = z
  .object({
    session_id: z.string(),
    project_id: z.string(),
    kind: z.string().meta({ description: "Kind of generation." }),
    status,
    phase: z.enum(PHASES).meta({ description: "Current phase." }),
    progress: z
      .object({
        done: z.int().meta({ description: "Steps that are done." }),
        total: z.int().meta({ description: "All steps." }),
      })
      .meta({ description: "Number of finished steps and of all steps." }),
    interrupt: Interrupt.nullable().meta({ description: "Open question; null when there is none." }),
    result,
    error: SessionError.nullable().meta({ description: "Reason of a failed session; null for all others." }),
    provider,
    usage: z
      .object({
        input_tokens: z.int().meta({ description: "Tokens that were sent." }),
        output_tokens: z.int().meta({ description: "Tokens that came back." }),
        estimated: z.boolean().meta({ description: "Whether some of it was counted by us." }),
      })
      .meta({ description: "Tokens used by models, including repeated calls." }),
    retry_of: z.string().nullable().meta({ description: "The session that this one tries again." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().meta({ description: "Time of the last change of its status, UTC." }),
  })
  .meta({ id: "SessionStanding" });

export function toSession(version: SessionVersion): z.input<typeof Session> {
  return {
    session_id: version.id,
    project_id: version.project_id,
    kind: version.kind,
    status: version.status,
    brief: version.brief,
    as: version.as_entity_id,
    review: version.review,
    token_budget: version.token_budget,
    context_seq: version.context_seq,
    provider_key: version.key_id,
    retry_of: version.retry_of,
    interrupt: version.interrupt,
    answer: version.answer,
    result: version.result,
    error: version.error,
    provider: version.provider,
    ...versionMeta(version),
  };
}

/** An interrupt on the wire. */
export function toInterrupt(row: InterruptRow): z.input<typeof Interrupt> {
  return {
    id: row.id,
    reason: row.reason,
    question: row.question,
    options: row.options.map((option) => ({ ...option })),
    response_schema: row.response_schema,
    evidence: [...row.evidence],
    draft: row.draft,
    created_at: isoOf(row.created_at),
    expires_at: isoOf(row.expires_at),
    on_timeout: row.on_timeout,
    answered_at: row.answered_at === null ? null : isoOf(row.answered_at),
    answered_by: row.answered_by,
    action: row.action,
    comment: row.comment,
  };
}

/**
 * Returns the current status of a session from its version in the record and from the work rows, which are removed some
 * time after its end.
 */
export function toStanding(
  version: SessionVersion,
  work: WorkRow | null,
  interrupt: InterruptRow | null,
): z.input<typeof SessionStanding> {
  const isOver = version.status === "completed" || version.status === "error";
  return {
    session_id: version.id,
    project_id: version.project_id,
    kind: version.kind,
    status: version.status,
    phase: work?.phase ?? (isOver ? "finished" : "queued"),
    progress: {
      done: STEPS.filter((step) => (work === null ? version.status === "completed" : work.done[step] !== undefined))
        .length,
      total: STEPS.length,
    },
    interrupt: interrupt === null ? null : toInterrupt(interrupt),
    result: version.result,
    error: version.error,
    provider: version.provider,
    usage: {
      input_tokens: work?.input_tokens ?? 0,
      output_tokens: work?.output_tokens ?? 0,
      estimated: work?.usage_estimated ?? false,
    },
    retry_of: version.retry_of,
    created_at: version.created_at,
    updated_at: version.updated_at,
  };
}

export const isoOf = (moment: string): string => new Date(moment).toISOString();

export const sessionApi = apiResource({
  resource: sessionResource,
  one: "generation session",
  param: "session_id",
  wire: Session,
  toWire: toSession,
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
