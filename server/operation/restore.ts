import { z } from "zod";
import { type JsonObject, jsonEqual } from "#domain/json.ts";
import { aboveMaximum, Problem, ValidationProblem } from "../kernel/problem.ts";
import { integer } from "../kernel/validation/fields.ts";
import type { RecordedEvent } from "../record/event.ts";
import { readCommit, readEvents } from "../record/feed.ts";
import { type Resource, stateOf, type Version } from "../record/resource.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";
import { findVersions, lastVersion } from "../record/versions.ts";
import type { ProjectWriteContext } from "./context.ts";
import { requireWriter } from "./gate.ts";
import { dryRun, restoreOrPreview, restorePreview } from "./restore-preview.ts";

export const restoreBody = z.strictObject({
  seq: integer({ min: 1 })
    .optional()
    .meta({ description: "Bring back the state at this sequence; without it, the last state before the deletion." }),
  dry_run: dryRun,
});

export const Restoration = z
  .object({
    id: z.string(),
    subject_type: z.string(),
    seq: z.int().meta({ description: "Sequence of the project after the restore; as it is with `dry_run`." }),
    restored: z
      .array(z.string())
      .meta({ description: "Every subject that was written, this one first; none when it already is as it was." }),
    skipped: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .meta({ description: "Subjects that went with it and could not come back." }),
    preview: restorePreview,
  })
  .meta({ id: "Restoration" });

/** Rules of a restoration beyond the record's. */
interface RestoreRules {
  readonly guard?: ((context: ProjectWriteContext, version: Version<JsonObject>) => Promise<void>) | undefined;
  readonly requireReturn?: ((context: ProjectWriteContext) => Promise<void>) | undefined;
}

/** A deleted subject with the last version it had. */
interface Deleted {
  resource: Resource;
  version: Version<JsonObject>;
}

interface Skipped {
  id: string;
  reason: string;
}

/**
 * Brings back a deleted subject, or an earlier version of one that exists, as new events, or says what that would do. What its
 * deletion took along comes back with it, as far as that is still possible.
 *
 * @param rules `guard` throws for a caller who may not change the subject, `requireReturn` when what was deleted may not come back;
 * that is not asked of a subject that exists.
 * @throws {@link Problem} `not_found` where it did not exist then, `restore_conflict` where it cannot come back;
 * ValidationProblem for a sequence that is not reached yet.
 */
export async function restoreSubject(
  context: ProjectWriteContext,
  resource: Resource,
  id: string,
  { seq, dry_run }: z.output<typeof restoreBody>,
  rules: RestoreRules = {},
): Promise<z.input<typeof Restoration>> {
  requireWriter(context, resource);
  const done = await restoreOrPreview(context, dry_run, () => restoreIn(context, resource, id, seq, rules));
  return { id, subject_type: resource.type, ...done };
}

async function restoreIn(
  context: ProjectWriteContext,
  resource: Resource,
  id: string,
  seq: number | undefined,
  { guard, requireReturn }: RestoreRules,
): Promise<{ restored: string[]; skipped: Skipped[] }> {
  const { record, db, project } = context;
  if (seq !== undefined && seq > project.lastSeq) throw aboveMaximum(["body", "seq"], seq, project.lastSeq);
  const current = await record.get(resource, id);
  const wanted = await lastVersion<JsonObject>(db, resource, project.id, id, seq);
  if (wanted === null || (seq !== undefined && wanted.valid_to_seq < seq)) throw new Problem("not_found");
  await guard?.(context, wanted);
  const state = stateOf(resource, wanted);
  if (current !== null) {
    for (const field of resource.staying) state[field] = current[field] ?? null;
    const same = jsonEqual(state, stateOf(resource, current));
    if (!same) record.update(resource, current, state, { verb: "restored" });
    await requireRestorable(record);
    return { restored: same ? [] : [id], skipped: [] };
  }
  await requireReturn?.(context);
  record.restore(resource, wanted, state);
  await requireRestorable(record);
  const fallen = await causedByDeletion(context, id);
  const companions = await companionsOf(context, fallen);
  const skipped = await bringBack(record, companions, id);
  const rejoined = await rejoin(context, fallen, id);
  const left = new Set(skipped.map((each) => each.id));
  const back = companions.map(({ version }) => version.id).filter((each) => !left.has(each));
  return { restored: [id, ...back, ...rejoined], skipped };
}

/**
 * Checks what a restore has gathered. It sends no fields, so an invariant that fails is a conflict with what has changed since, not a 422.
 *
 * @throws {@link Problem} `restore_conflict`.
 */
export async function requireRestorable(record: UnitOfWork): Promise<void> {
  try {
    await record.check();
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    throw new Problem("restore_conflict", {
      detail: { reasons: error.items.map(({ loc, msg }) => ({ field: loc.join("."), reason: msg })) },
    });
  }
}

/** Changes caused by the deletion of a subject, and the sequence before it. */
interface Fallen {
  before: number;
  events: RecordedEvent[];
}

async function causedByDeletion({ db, project }: ProjectWriteContext, id: string): Promise<Fallen> {
  const [deletion] = await readEvents(db, project.id, { subjectId: id }, { limit: 1, order: "desc" });
  if (deletion === undefined) return { before: 0, events: [] };
  const commit = await readCommit(db, project.id, deletion.commit_seq);
  return {
    before: deletion.commit_seq - commit.length,
    events: commit.filter((event) => event.causation === id),
  };
}

/**
 * Returns the subjects deleted together with a subject, in an order in which they can be restored: the last deleted
 * first.
 */
async function companionsOf(
  { db, project, services }: ProjectWriteContext,
  { before, events }: Fallen,
): Promise<Deleted[]> {
  const gone = events.filter((event) => event.change.unset?.includes("") ?? false);
  const versions = new Map<string, Deleted>();
  for (const [type, events] of Map.groupBy(gone, (event) => event.subject_type)) {
    const resource = services.resources.of(type);
    const ids = events.map((event) => event.subject_id);
    for (const version of await findVersions(db, resource, project.id, { id: ids }, before)) {
      versions.set(version.id, { resource, version });
    }
  }
  return gone.toReversed().flatMap((event) => versions.get(event.subject_id) ?? []);
}

/** Sets again what the deletion cleared in subjects that stayed, such as the group of a node; answers which. */
async function rejoin({ record, services }: ProjectWriteContext, { events }: Fallen, id: string): Promise<string[]> {
  const rejoined: string[] = [];
  for (const [type, cleared] of Map.groupBy(events, (event) => event.subject_type)) {
    const resource = services.resources.of(type);
    if (resource.rejoins.length === 0) continue;
    const subjects = await record.load(
      resource,
      cleared.map((event) => event.subject_id),
    );
    for (const { subject_id, change } of cleared) {
      const subject = subjects.get(subject_id);
      const fields = resource.rejoins.filter(
        (field) => change.set?.[`/${field}`] === null && subject?.[field] === null,
      );
      if (subject === undefined || fields.length === 0) continue;
      const next = { ...stateOf(resource, subject), ...Object.fromEntries(fields.map((field) => [field, id])) };
      record.update(resource, subject, next, { causation: id });
      rejoined.push(subject_id);
    }
  }
  return rejoined;
}

/** Brings back what it can, all together when nothing stands in the way; answers what it had to leave. */
async function bringBack(record: UnitOfWork, companions: readonly Deleted[], causation: string): Promise<Skipped[]> {
  for (const [resource, group] of Map.groupBy(companions, (each) => each.resource)) {
    // Loading tells the unit of work that nothing current stands in the way.
    await record.load(
      resource,
      group.map(({ version }) => version.id),
    );
  }
  const restore = async ({ resource, version }: Deleted): Promise<void> => {
    if ((await record.get(resource, version.id)) !== null) throw new Problem("id_taken");
    record.restore(resource, version, stateOf(resource, version), { causation });
  };
  const refusal = await refusalOf(record, async () => {
    for (const each of companions) await restore(each);
  });
  if (refusal === null) return [];
  const skipped: Skipped[] = [];
  for (const each of companions) {
    const reason = await refusalOf(record, () => restore(each));
    if (reason !== null) skipped.push({ id: each.version.id, reason });
  }
  return skipped;
}

/** Tries a change; null when it stands, or why it was refused and forgotten. */
async function refusalOf(record: UnitOfWork, change: () => Promise<void>): Promise<string | null> {
  try {
    await record.attempt(change);
    return null;
  } catch (error) {
    if (error instanceof ValidationProblem) return error.items[0]?.msg ?? error.message;
    if (error instanceof Problem && error.status < 500) return error.message;
    throw error;
  }
}
