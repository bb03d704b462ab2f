import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import { cut } from "#domain/code-points.ts";
import { firstWords } from "#domain/first-words.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { Db } from "../../record/database.ts";
import {
  type AssembledContext,
  assembleContext,
  keepReceipt,
  MAX_QUERY_LENGTH,
  MAX_SUBJECTS,
} from "../context/public.ts";
import type { DraftResult } from "./answer-form.ts";
import { changedSubjects } from "./canon.ts";
import { type ContinuityIssue, type Generator, subjectIds } from "./generator.ts";
import { type KeptAnswer, makeAnswer } from "./make-answer.ts";
import { type Memo, STEPS, type Step, type WorkRow } from "./rows.ts";
import type { SessionVersion } from "./session.ts";
import { contextOf, type Outcome, outputOf, type StepContext } from "./step.ts";
import type { Ask } from "./transitions.ts";

/** Number of times an invalid answer is asked for again. */
const REASKS = 1;

type Runner = (context: StepContext) => Promise<Outcome>;

const RUNNERS: Readonly<Record<Step, Runner>> = {
  retrieve,
  call: makeAnswer,
  parse,
  continuity,
  review,
  commit,
};

/** Runs the first step without a result; null where all have one. */
export function runStep(context: StepContext, step: Step): Promise<Outcome> {
  return RUNNERS[step](context);
}

/** The first step without a result. */
export function nextStep({ done }: WorkRow): Step {
  return STEPS.find((step) => done[step] === undefined) ?? "commit";
}

/** Digests the input of a step: the results of the steps before it, and the memo that steps and people left for it. */
export function inputHash({ done, memo }: WorkRow, session: SessionVersion, step: Step): string {
  const before = STEPS.slice(0, STEPS.indexOf(step)).map((each) => [each, done[each] ?? 0]);
  const given = { kind: session.kind, brief: session.brief, seq: session.context_seq, step, before, memo };
  return createHash("sha256").update(canonicalJson(given)).digest("hex");
}

async function retrieve({ services, generator, session, work }: StepContext): Promise<Outcome> {
  const { project_id: projectId, context_seq: seq } = session;
  const question = {
    query: cut(generator.query(session.brief), MAX_QUERY_LENGTH),
    subject_ids: subjectIds(generator, session.brief).slice(0, MAX_SUBJECTS),
    as: session.as_entity_id,
    token_budget: work.memo.token_budget ?? session.token_budget,
    // A model that writes is to know who is around, not only what answers the brief.
    least: 0,
  };
  const context = await assembleContext(services, projectId, seq, question);
  await keepReceipt(services.database.writes, projectId, { question, context, now: services.clock.now() });
  return { kind: "done", output: context as unknown as JsonObject };
}

async function parse(context: StepContext): Promise<Outcome> {
  const { generator, session, work, schemas } = context;
  const { memo } = work;
  if (memo.provided !== undefined) return parseProvided(context, memo.provided);
  const answer = await outputOf<KeptAnswer>(context, "call");
  if (answer.draft !== null) return { kind: "done", output: { draft: answer.draft, repairs: [] } };
  const schema = generator.answer.schema(session.brief);
  const { value, mistake, ...read } = await schemas.read(answer.text, schema);
  const repairs = [...new Set([...(answer.repairs ?? []), ...read.repairs])];
  const parsed: DraftResult =
    mistake === null ? await generator.answer.parse(value, session.brief, schemas) : { issues: [mistake] };
  if ("draft" in parsed) return { kind: "done", output: { draft: parsed.draft, repairs } };
  const issues = parsed.issues.map(({ pointer, message }) => ({ pointer, message }));
  const output = { repairs, issues };
  const reasks = memo.reasks ?? 0;
  if (reasks < REASKS) {
    return {
      kind: "back",
      output,
      to: "call",
      memo: { ...memo, reasks: reasks + 1, reask: { text: answer.text, issues } },
    };
  }
  return { kind: "ask", output, ask: invalidAnswer(context, issues, answer.text) };
}

/**
 * Parses a draft that a person provided: it is read as an edit, and put to the person again where it cannot be used.
 */
async function parseProvided(context: StepContext, provided: Json): Promise<Outcome> {
  const { generator, session, work, schemas } = context;
  const { provided: _, provided_by, ...memo } = work.memo;
  const parsed = await generator.answer.parse(provided, session.brief, schemas);
  if ("draft" in parsed)
    return {
      kind: "done",
      output: { draft: parsed.draft, repairs: [], edited: true, ...(provided_by !== undefined && { provided_by }) },
      memo,
    };
  const issues = parsed.issues.map(({ pointer, message }) => ({ pointer, message }));
  return {
    kind: "ask",
    output: { repairs: [], issues },
    memo,
    ask: invalidAnswer(context, issues, JSON.stringify(provided)),
  };
}

function invalidAnswer({ generator, session }: StepContext, issues: JsonObject[], text: string): Ask {
  const schema = editSchema(generator, session);
  return {
    reason: "invalid_answer",
    question: "The answer is not as it must be. Try again, or write it yourself?",
    options: [
      { action: "retry", label: "Try again", value_schema: null },
      { action: "provide", label: "Write it myself", value_schema: schema },
      { action: "cancel", label: "Cancel", value_schema: null },
    ],
    evidence: issues,
    draft: { text },
  };
}

async function continuity(context: StepContext): Promise<Outcome> {
  const { db, generator, session, work } = context;
  const { draft } = await outputOf<{ draft: JsonObject }>(context, "parse");
  const issues = await issuesOf(generator, db, session, session.context_seq, draft);
  const output = { issues: issues.map((issue) => ({ ...issue })) };
  if (issues.length === 0 || work.memo.approved?.includes("continuity")) return { kind: "done", output };
  const ask = aboutDraft(context, draft, {
    reason: "continuity",
    question: "The draft contradicts what is recorded. Keep it nevertheless?",
    evidence: output.issues,
  });
  return { kind: "ask", output, ask };
}

async function review(context: StepContext): Promise<Outcome> {
  const { generator, session, work } = context;
  if (!session.review || work.memo.approved?.includes("review"))
    return { kind: "done", output: { reviewed: session.review } };
  const { draft } = await outputOf<{ draft: JsonObject }>(context, "parse");
  const { sections } = await contextOf(context);
  const ask = aboutDraft(context, draft, {
    reason: "review",
    question: keepsWhat(firstWords(generator.query(session.brief), 80)),
    evidence: sections.flatMap(({ items }) =>
      items.map(({ id, subject_id, seq, text }) => ({ id, subject_id, seq, text })),
    ),
  });
  return { kind: "ask", ask };
}

function keepsWhat(asked: string): string {
  return asked === "" ? "Keep what was made?" : `Keep what was made for “${asked}”?`;
}

async function commit(context: StepContext): Promise<Outcome> {
  const { db, generator, session, work, headSeq } = context;
  const { draft, provided_by } = await outputOf<{ draft: JsonObject; provided_by?: Memo["provided_by"] }>(
    context,
    "parse",
  );
  const { provider: asked } = await outputOf<KeptAnswer>(context, "call");
  const provider = madeBy(asked, provided_by);
  const known = await contextOf(context);
  const subjects = subjectsOf(known, subjectIds(generator, session.brief));
  const seen = work.memo.seen_seq ?? work.memo.head_seq ?? session.context_seq;
  const moved = await changedSubjects(db, session.project_id, { after: seen, to: headSeq, subjects });
  if (moved.length > 0) {
    const issues = generator.continuity === undefined ? null : await issuesOf(generator, db, session, headSeq, draft);
    if (issues === null || issues.length > 0) {
      const ask = aboutDraft(context, draft, {
        reason: "canon_moved",
        question: "What this was made from has changed since. Keep it nevertheless?",
        evidence: [...moved, ...(issues ?? []).map((issue) => ({ ...issue }))],
        retry: "Make it anew from how things are now",
      });
      return { kind: "ask", ask, memo: { ...work.memo, seen_seq: headSeq } };
    }
  }
  return { kind: "land", draft, provider, seenSeq: headSeq, subjects };
}

/**
 * Returns the provider of a draft: the person who wrote it, or the model that was asked, with the person who edited its
 * draft.
 */
function madeBy(asked: JsonObject, by: Memo["provided_by"]): JsonObject {
  if (by === undefined) return asked;
  if (by.action === "edit") return { ...asked, deterministic: false, edited_by: by.actor };
  return { provider: "human", model: null, key_id: null, seed: null, deterministic: false, provided_by: by.actor };
}

/** A question about a draft: it can be kept, changed, turned down or given up. */
function aboutDraft(
  { generator, session }: StepContext,
  draft: JsonObject,
  { retry, ...about }: Pick<Ask, "reason" | "question" | "evidence"> & { retry?: string },
): Ask {
  return {
    ...about,
    draft,
    options: [
      { action: "approve", label: "Keep it", value_schema: null },
      { action: "edit", label: "Change it", value_schema: editSchema(generator, session) },
      { action: "reject", label: "Turn it down", value_schema: null },
      ...(retry === undefined ? [] : [{ action: "retry" as const, label: retry, value_schema: null }]),
      { action: "cancel", label: "Cancel", value_schema: null },
    ],
  };
}

function editSchema({ answer }: Generator, { brief }: SessionVersion): JsonObject {
  return answer.schema(brief) ?? { type: "string", minLength: 1, maxLength: 100_000 };
}

async function issuesOf(
  generator: Generator,
  db: Db,
  { project_id }: SessionVersion,
  seq: number,
  draft: JsonObject,
): Promise<readonly ContinuityIssue[]> {
  return (await generator.continuity?.(db, project_id, seq, draft)) ?? [];
}

/** Returns the ids of all subjects that a context was made from. */
function subjectsOf({ sections, as }: AssembledContext, named: readonly string[]): string[] {
  const ids = sections.flatMap(({ items }) =>
    items.flatMap(({ id, subject_id }) => (subject_id === null ? [id] : [id, subject_id])),
  );
  return [...new Set([...ids, ...named, ...(as === null ? [] : [as])])];
}

/** The steps that are left when it goes on at one of them. */
export function rewound(done: WorkRow["done"], to: Step): WorkRow["done"] {
  const kept = STEPS.slice(0, STEPS.indexOf(to));
  return Object.fromEntries(Object.entries(done).filter(([step]) => kept.includes(step as Step)));
}

/** The number of a step's next attempt. */
export async function nextAttempt(db: Db, { project_id, id }: WorkRow, step: Step): Promise<number> {
  const [row] = await db.execute<{ attempt: number }>(
    sql`SELECT coalesce(max(attempt), 0) + 1 AS attempt FROM session_steps
        WHERE project_id = ${project_id} AND session_id = ${id} AND step = ${step}`,
  );
  return row?.attempt ?? 1;
}
