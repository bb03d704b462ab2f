import { z } from "zod";
import { ACTIONS, INTERRUPT_REASONS, interruptEnd, SessionError } from "#drizzle/schema/generation.ts";
import { jsonValue } from "../../kernel/page.ts";
import { idOf } from "../../kernel/validation/fields.ts";
import type { ProjectOf } from "../../operation/operation.ts";
import { type InterruptRow, PHASES, projectOfSession, STEPS, type WorkRow } from "./rows.ts";
import { type SessionVersion, session } from "./session.ts";

/** Path parameters of what belongs to a session. */
export const sessionParams = z.object({ session_id: idOf("ses").meta({ description: "The generation session." }) });

/** The project of an operation whose path names a session alone. */
export const ofSession: ProjectOf<{ session_id: string }> = (db, { session_id }) => projectOfSession(db, session_id);

const freeJson = z.record(z.string(), jsonValue);
/** The answer to every `POST …/generate`. */
export const Accepted = z
  .object({
    session_id: z.string().meta({ description: "The session that was started." }),
    status: z.literal("accepted").meta({ description: "It is being made." }),
    poll_url: z.url().meta({ description: "Address of its status." }),
    events_url: z.url().meta({ description: "Address of its event stream." }),
  })
  .meta({ id: "SessionAccepted" });

const Option = z.object({
  action: z.enum(ACTIONS),
  label: z.string().meta({ description: "Label of the button." }),
  value_schema: freeJson.nullable().meta({ description: "JSON schema of `value`; null where the action takes none." }),
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
    expires_at: interruptEnd,
    on_timeout: z.string().meta({ description: "The `error.code` the session then ends with." }),
    answered_at: z.iso.datetime().nullable(),
    answered_by: z.string().nullable(),
    action: z.enum(ACTIONS).nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: "SessionInterrupt" });

/** Current status of a session. */
export const SessionStanding = z
  .object({
    session_id: z.string(),
    project_id: z.string(),
    kind: z.string().meta({ description: "Kind of generation." }),
    status: session.wire.shape.status,
    phase: z.enum(PHASES).meta({ description: "Current phase." }),
    progress: z
      .object({
        done: z.int().meta({ description: "Steps that are done." }),
        total: z.int().meta({ description: "All steps." }),
      })
      .meta({ description: "Number of finished steps and of all steps." }),
    interrupt: Interrupt.nullable().meta({ description: "Open question; null when there is none." }),
    result: session.wire.shape.result,
    error: SessionError.nullable().meta({ description: "Reason of a failed session; null for all others." }),
    provider: session.wire.shape.provider,
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
