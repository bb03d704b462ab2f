import { applyChange } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../../kernel/problem.ts";
import type { Services } from "../../../operation/context.ts";
import { JobProblem } from "../../../queue/job.ts";
import type { Moment } from "../../../record/api-form.ts";
import type { Db } from "../../../record/database.ts";
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
 * Writes whole commits into a project, each by whom and at the time its lines say, with every check a request would meet. Leaves
 * the statements that end the transaction.
 *
 * @throws JobProblem for a line that cannot be written, with its number.
 */
export async function writeChanges(
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
    for (const each of commit) await told(each, () => write(record, services, into, each));
    await told(first, () => record.commit());
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
    const { schema, show } = resources.formOf(type);
    const forms = await show(
      db,
      project,
      some.map(({ moment }) => moment),
    );
    for (const [index, form] of forms.entries()) {
      const result = schema.safeParse(form);
      if (result.success) continue;
      const [issue] = result.error.issues;
      const why = `${issue?.path.join(".") ?? "change"}: ${issue?.message ?? "it cannot be shown"}`;
      throw new JobProblem(`Line ${some[index]?.number}: ${why}`);
    }
  }
}

/** Names the line in what work throws. */
async function told<T>({ number, line }: NumberedLine, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why =
      error instanceof ValidationProblem
        ? error.items.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ")
        : error instanceof Problem || error instanceof JobProblem
          ? error.message
          : null;
    if (why === null) throw error;
    throw new JobProblem(`Line ${number}, commit ${line.commit}: ${why}`);
  }
}
