import type { z } from "zod";
import { applyChange } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../../kernel/problem.ts";
import { parseInput } from "../../../kernel/validation/parse.ts";
import type { Services } from "../../../operation/context.ts";
import { JobProblem } from "../../../queue/job.ts";
import type { ApiForm, Moment } from "../../../record/api-form.ts";
import type { Db } from "../../../record/database.ts";
import { isMachineFault, loggableError } from "../../../record/database-errors.ts";
import { ProjectTransaction } from "../../../record/project-transaction.ts";
import { type Resource, stateOf } from "../../../record/resource.ts";
import { UnitOfWork } from "../../../record/unit-of-work.ts";
import { fromLineId, withMode } from "./left-out.ts";
import type { ChangeLine } from "./lines.ts";

interface NumberedLine {
  readonly number: number;
  readonly line: ChangeLine;
}

/** Project that changes are written into, with the values that no line gives. */
export interface WrittenInto {
  readonly projectId: string;
  readonly workspaceId: string;
  readonly mode: string;
  /** Author of the changes whose line names none. */
  readonly actor: string;
  readonly requestId: string | null;
  readonly head: { last_seq: number; last_recorded_at: number };
}

/**
 * Writes whole commits into a project, each by whom and at the time its lines say, with every check a request would meet.
 *
 * @throws JobProblem for what cannot be written however often it is tried, with the number of its line.
 */
export async function writeChanges(
  db: Db,
  services: Services,
  into: WrittenInto,
  lines: readonly NumberedLine[],
): Promise<void> {
  try {
    const transaction = await writeCommits(db, services, into, lines);
    for (const statement of await transaction.finish()) await db.execute(statement);
  } catch (error) {
    if (error instanceof JobProblem || isMachineFault(error)) throw error;
    services.log.warn({ project_id: into.projectId, error: loggableError(error) }, "lines of an import were refused");
    throw new JobProblem(`Lines ${lines[0]?.number} to ${lines.at(-1)?.number}: ${UNWRITABLE}`);
  }
}

/** Reason for what none of our checks has words for. */
const UNWRITABLE = "a change is not one that can be written";

async function writeCommits(
  db: Db,
  services: Services,
  into: WrittenInto,
  lines: readonly NumberedLine[],
): Promise<ProjectTransaction> {
  const { resources } = services;
  const clock = { now: () => services.clock.now() };
  const transaction = new ProjectTransaction({ db, projectId: into.projectId, resources, clock }).begin(into.head);
  for (const [type, some] of Map.groupBy(lines, ({ line }) => line.subject_type)) {
    // One statement a kind instead of one a change.
    const ids = some.map(({ line }) => fromLineId(line.subject_id, into.projectId));
    await transaction.know(resources.of(type), ids);
    await new UnitOfWork(transaction, authorOf(into, null)).loadLast(resources.of(type), ids);
  }
  const written: WrittenLine[] = [];
  for (const commit of Map.groupBy(lines, ({ line }) => line.commit).values()) {
    const [first] = commit;
    if (first === undefined) continue;
    const at = first.line.at === undefined ? services.clock.now() : Date.parse(first.line.at);
    clock.now = () => at;
    const record = new UnitOfWork(transaction, authorOf(into, first.line.by ?? null));
    for (const each of commit) await told(services, each, () => write(record, services, into, each));
    await told(services, first, () => record.commit());
    for (const each of commit) {
      const { subject_type, subject_id } = each.line;
      const resource = resources.of(subject_type);
      const version = record.version(resource, fromLineId(subject_id, into.projectId));
      if (version !== null) written.push({ ...each, moment: { version, seq: record.seq } });
    }
  }
  await requireShown(transaction, services, into, written);
  return transaction;
}

const authorOf = ({ actor, requestId }: WrittenInto, by: string | null) =>
  by === null ? { actor, requestId } : { actor: by, requestId: null };

async function write(
  record: UnitOfWork,
  { resources }: Services,
  { projectId, mode }: WrittenInto,
  { line }: NumberedLine,
): Promise<void> {
  const resource = resources.of(line.subject_type);
  const id = fromLineId(line.subject_id, projectId);
  const current = await record.get(resource, id);
  const note = {
    verb: line.verb,
    // A state is what was so, though what it names may be gone, or would not be written like that today.
    ...(line.by === undefined && { isKept: true }),
    ...(line.data !== undefined && { data: line.data }),
    ...(line.because !== undefined && { causation: fromLineId(line.because, projectId) }),
  };
  const before = current === null ? null : stateOf(resource, current);
  const after = applyChange(before, withMode(line.subject_type, line.change, mode));
  if (after === null) {
    if (current === null) throw new JobProblem("it deletes what is not there");
    record.remove(resource, current, note);
    return;
  }
  const parsed = resource.state.safeParse(after);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new JobProblem(`change: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a state"}`);
  }
  const state = parsed.data;
  // Before the database sees them: an index refuses a text that is too long, and no longer knows its line.
  const why = whyNotSent(state as JsonObject, true, resources.formOf(line.subject_type).fields);
  if (why !== null) throw new JobProblem(why);
  if (current !== null) record.update(resource as Resource<never>, current, state, note);
  else if (line.verb === resource.creation) record.create(resource as Resource<never>, id, state, note);
  else record.restoreLast(resource as Resource<never>, id, state, note);
}

/** A version that a line made. */
interface WrittenLine extends NumberedLine {
  readonly moment: Moment<JsonObject>;
}

/** Reads each version once as the API shows it: what could not be shown is not taken. */
async function requireShown(
  { db }: ProjectTransaction,
  { resources }: Services,
  { projectId, workspaceId }: WrittenInto,
  written: readonly WrittenLine[],
): Promise<void> {
  const project = { id: projectId, workspaceId };
  for (const [type, some] of Map.groupBy(written, ({ line }) => line.subject_type)) {
    const { schema, fields, show } = resources.formOf(type);
    const forms = await show(
      db,
      project,
      some.map(({ moment }) => moment),
    );
    for (const [index, form] of forms.entries()) {
      const why = whyNotShown(schema, form) ?? whyNotSent(form, false, fields);
      if (why !== null) throw new JobProblem(`Line ${some[index]?.number}: ${why}`);
    }
  }
}

function whyNotShown(schema: z.ZodType, form: JsonObject): string | null {
  const result = schema.safeParse(form);
  if (result.success) return null;
  const [issue] = result.error.issues;
  return `${issue?.path.join(".") ?? "change"}: ${issue?.message ?? "it cannot be shown"}`;
}

/** Returns the reason why a request with the fields, those that are texts or the others, would be refused. What is null was not sent. */
function whyNotSent(of: JsonObject, areTexts: boolean, fields: ApiForm["fields"] = {}): string | null {
  for (const [field, schema] of Object.entries(fields)) {
    const value = of[field] ?? null;
    const isAsked = value !== null && (typeof value === "string") === areTexts;
    const result = isAsked ? parseInput(schema, value, { root: "body", lax: false }) : null;
    if (result?.ok !== false) continue;
    const [issue] = result.issues;
    return `${[field, ...(issue?.loc.slice(1) ?? [])].join(".")}: ${issue?.msg}`;
  }
  return null;
}

/** Mistakes of one line that are told. */
const TOLD = 5;

/** Names the line in what work throws, but for faults of the machine. */
async function told<T>({ log }: Services, { number, line }: NumberedLine, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isMachineFault(error)) throw error;
    const place = `Line ${number}, commit ${line.commit}`;
    if (error instanceof ValidationProblem) {
      const items = error.items.slice(0, TOLD).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
      throw new JobProblem(`${place}: ${items.join("; ")}`);
    }
    if (error instanceof Problem || error instanceof JobProblem) throw new JobProblem(`${place}: ${error.message}`);
    log.warn({ line: number, error: loggableError(error) }, "a line of an import was refused");
    throw new JobProblem(`${place}: ${UNWRITABLE}`);
  }
}
