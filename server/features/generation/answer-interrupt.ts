import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { valuesOfJson } from "#domain/text-of-json.ts";
import { ACTIONS, SESSION_STATUSES } from "#drizzle/schema/generation.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import { announceWork, at } from "../../leases/leased-rows.ts";
import type { ProjectWriteContext, Services } from "../../operation/context.ts";
import { openProject } from "../../operation/gate.ts";
import type { Asker } from "../../operation/threads.ts";
import { jsonb } from "../../record/database.ts";
import { type Correction, correctionOf, madeBySession, recordCorrection } from "../feedback/public.ts";
import { requireFitting } from "./interrupt-answers.ts";
import { rewound } from "./pipeline.ts";
import {
  type InterruptRow,
  type Memo,
  readInterrupts,
  readProvider,
  readWork,
  type Step,
  type WorkRow,
} from "./rows.ts";
import { SchemaWork } from "./schema-work.ts";
import { type Action, type SessionVersion, sessionResource } from "./session.ts";
import { SESSION_WORK } from "./session-work.ts";
import { addressesOf } from "./start-session.ts";
import { failWithin, move } from "./transitions.ts";

/** Number of drafts made anew because a person rejected one; after them a rejection ends the session. */
const REJECTIONS = 3;

/** The answer to an answer. */
export const Reply = z
  .object({
    session_id: z.string(),
    interrupt_id: z.string().meta({ description: "The question that was answered." }),
    action: z.enum(ACTIONS),
    status: z.enum(SESSION_STATUSES).meta({ description: "Status of the session afterwards." }),
    answered_at: z.iso.datetime(),
    answered_by: z.string(),
    poll_url: z.url(),
    events_url: z.url(),
  })
  .meta({ id: "SessionReply" });

interface Given {
  action: Action;
  value?: Json | undefined;
  comment?: string | undefined;
  interrupt_id?: string | undefined;
}

/** An answer that fits its question, and what it changed in the draft. */
interface Checked {
  readonly interruptId: string;
  readonly correction: Correction | null;
  /** Provider that wrote the draft. */
  readonly provider: JsonObject | null;
}

/** Continuation of a session after an answer, or the error that ends it. */
type Next =
  | { goesOn: true; done: WorkRow["done"]; memo: Memo; contextSeq?: number }
  | { goesOn: false; error: { code: "cancelled" | "rejected"; message: string } };

/**
 * Checks an answer before anything is locked, since its value may be large and its schema a caller's. Returns the open
 * question that it fits, and what was edited; null where none is open, which {@link answerInterrupt} then says.
 *
 * @throws ValidationProblem where it is no answer to the question.
 */
export async function checkAnswer(
  { database, threads }: Services,
  { caller, asker }: { caller: Caller; asker: Asker },
  { project_id, session_id }: { project_id: string; session_id: string },
  given: Given,
): Promise<Checked | null> {
  const { reads } = database;
  await openProject(reads, caller, project_id);
  const interrupts = await readInterrupts(reads, project_id, session_id);
  const asked = interrupts.findLast(({ id, answered_at }) => answered_at === null && (given.interrupt_id ?? id) === id);
  if (asked === undefined) return null;
  await requireFitting(new SchemaWork(threads, asker), asked.options, given);
  const correction = given.action === "edit" ? editOf(asked.draft, given.value ?? null) : null;
  const provider = correction === null ? null : await readProvider(reads, project_id, session_id);
  return { interruptId: asked.id, correction, provider };
}

/**
 * Compares a draft with what a person made of it; null where there was none, or nothing changed. A text is edited alone, without what the
 * draft says of it.
 */
function editOf(draft: JsonObject | null, edited: Json): Correction | null {
  if (draft === null) return null;
  const before = typeof edited === "string" && typeof draft.text === "string" ? draft.text : draft;
  return correctionOf(valuesOfJson(before), valuesOfJson(edited));
}

/** Takes an answer to an interrupt, which was checked for the open question: the answer, the status and the work that it wakes are written together. */
export async function answerInterrupt(
  context: ProjectWriteContext,
  sessionId: string,
  given: Given,
  checked: Checked | null,
): Promise<z.input<typeof Reply>> {
  const { record, db, project, services, caller } = context;
  const version = await record.require(sessionResource, sessionId);
  const interrupts = await readInterrupts(db, project.id, sessionId);
  const asked = questionOf(version, interrupts, given);
  if (asked.answered_at !== null) return repeated(asked, given, version);
  if (asked.id !== checked?.interruptId) throw notWaiting(version);
  const work = await readWork(db, project.id, sessionId);
  if (work === null) throw notWaiting(version);
  const now = services.clock.now();
  const answered_at = new Date(now).toISOString();
  const comment = given.comment ?? null;
  const next = nextOf(asked, given, work, { seq: record.seq, actor: caller.actor });
  const moving = { work, workspaceId: project.workspaceId, mode: project.mode };
  const answer = { interrupt_id: asked.id, action: given.action, comment, by: caller.actor, at: answered_at };
  const scope = { record, db, now };
  if (checked.correction !== null) {
    const subject = { id: sessionId, type: sessionResource.type };
    const { correction, provider } = checked;
    const madeBy = madeBySession(sessionId, { kind: version.kind, provider });
    await recordCorrection(record, { subject, author: caller.actor, now, madeBy, correction });
  }
  const state = next.goesOn
    ? await move(scope, work, {
        verb: "resumed",
        changes: {
          status: "accepted",
          interrupt: null,
          answer,
          ...(next.contextSeq !== undefined && { context_seq: next.contextSeq }),
        },
        work: { phase: "resumed", done: next.done, memo: next.memo, failures: 0, due: now, expires: null },
      })
    : await failWithin(scope, moving, next.error, { answer });
  const reply = {
    session_id: sessionId,
    interrupt_id: asked.id,
    action: given.action,
    status: state.status,
    answered_at,
    answered_by: caller.actor,
    ...addressesOf(services.publicUrl, sessionId),
  };
  await db.execute(
    sql`UPDATE session_interrupts SET answered_at = ${at(now)}, answered_by = ${caller.actor}, action = ${given.action},
          value = ${given.value === undefined ? sql`NULL` : jsonb(given.value)}, comment = ${comment}, reply = ${jsonb(reply)}
        WHERE project_id = ${project.id} AND session_id = ${sessionId} AND id = ${asked.id}`,
  );
  if (next.goesOn) await db.execute(announceWork(project.id, SESSION_WORK, now));
  services.work.expect(project.id);
  return reply;
}

/** The question an answer is for. */
function questionOf(version: SessionVersion, interrupts: readonly InterruptRow[], given: Given): InterruptRow {
  const open = version.interrupt === null ? null : version.interrupt.id;
  const wanted = given.interrupt_id ?? open ?? interrupts.findLast((each) => each.answered_at !== null)?.id;
  const found = interrupts.find(({ id }) => id === wanted);
  if (found === undefined || (found.answered_at === null && found.id !== open)) throw notWaiting(version);
  return found;
}

/** The first answer's reply for the same answer; another one comes too late. */
function repeated(asked: InterruptRow, given: Given, version: SessionVersion): z.input<typeof Reply> {
  const isSame =
    asked.action === given.action &&
    asked.comment === (given.comment ?? null) &&
    jsonEqual((asked.value ?? null) as Json, given.value ?? null);
  if (!isSame || asked.reply === null) throw notWaiting(version);
  return asked.reply as z.input<typeof Reply>;
}

function notWaiting({ status, interrupt }: SessionVersion): Problem {
  return new Problem("session_not_waiting", { detail: { status, interrupt_id: interrupt?.id ?? null } });
}

function nextOf(
  asked: InterruptRow,
  given: Given,
  { done, memo }: WorkRow,
  { seq, actor }: { seq: number; actor: string },
): Next {
  const { reason } = asked;
  const approved = [...new Set([...(memo.approved ?? []), reason])];
  const fresh: Memo = { ...memo, approved: [], reasks: 0 };
  const on = (to: Step, next: Memo): Next => ({ goesOn: true, done: rewound(done, to), memo: next });
  switch (given.action) {
    case "approve":
      return { goesOn: true, done, memo: { ...memo, approved } };
    case "edit":
    case "provide":
      // Whoever has written it has seen it.
      return on("parse", {
        ...memo,
        provided: given.value ?? null,
        provided_by: { actor, action: given.action },
        approved: [...new Set([...approved, "review" as const])],
      });
    case "choose":
      return on("call", { ...fresh, chosen_key: given.value === "builtin" ? null : String(given.value) });
    case "retry":
      // From how things are now: a person has said so.
      if (reason === "canon_moved") {
        return { goesOn: true, done: {}, memo: { ...fresh, head_seq: seq, seen_seq: seq }, contextSeq: seq };
      }
      return on("call", fresh);
    case "reject": {
      const rejections = (memo.rejections ?? 0) + 1;
      if (given.comment === undefined || rejections > REJECTIONS) {
        return { goesOn: false, error: { code: "rejected", message: "A person turned it down." } };
      }
      return on("call", { ...fresh, rejections, comment: given.comment });
    }
    case "cancel":
      return { goesOn: false, error: { code: "cancelled", message: "A person cancelled it." } };
  }
}
