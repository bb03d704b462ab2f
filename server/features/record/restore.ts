import { z } from "zod";
import { jsonEqual, type Json, type JsonObject } from "../../kernel/json.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import { integer } from "../../kernel/validation/fields.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { readEvents } from "../../record/feed.ts";
import { type Resource, stateOf, type Versioned } from "../../record/resource.ts";
import { lastVersion } from "../../record/versions.ts";

export const restoreBody = z.strictObject({
  seq: integer({ min: 1 })
    .optional()
    .meta({ description: "Bring back the state at this sequence; without it, the last state before the deletion." }),
});

export const Restoration = z
  .object({
    id: z.string(),
    subject_type: z.string(),
    seq: z.int().meta({ description: "Sequence of the project after the restore." }),
    restored: z.array(z.string()).meta({ description: "Every subject that was written, this one first." }),
    skipped: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .meta({ description: "Subjects that went with it and could not come back." }),
  })
  .meta({ id: "Restoration" });

/**
 * Brings back a deleted subject, or an earlier version of one that exists, as new events. What its deletion took along
 * comes back with it, as far as that is still possible.
 */
export async function restoreSubject(
  context: ProjectWriteContext,
  resource: Resource,
  id: string,
  seq: number | undefined,
): Promise<z.input<typeof Restoration>> {
  const { record, db, project } = context;
  if (seq !== undefined && seq > project.lastSeq) throw beyond(seq, project.lastSeq);
  const current = await record.get(resource, id);
  const wanted = await lastVersion<JsonObject>(db, resource, project.id, id, seq);
  if (wanted === null || (seq !== undefined && wanted.valid_to_seq < seq)) throw new Problem("not_found");
  const restored = [id];
  const skipped: { id: string; reason: string }[] = [];
  if (current !== null) {
    const state = stateOf(resource, wanted);
    if (!jsonEqual(state, stateOf(resource, current))) record.update(resource, current, state, { verb: "restored" });
    await requireRestorable(context);
  } else {
    await bringBack(context, resource, wanted, undefined);
    for (const companion of await companions(context, id, wanted.valid_to_seq)) {
      try {
        await record.attempt(() => bringBack(context, companion.resource, companion.version, id));
        restored.push(companion.version.id);
      } catch (error) {
        skipped.push({ id: companion.version.id, reason: error instanceof Error ? reasonOf(error) : "refused" });
      }
    }
  }
  await record.commit();
  return { id, subject_type: resource.type, seq: record.seq, restored, skipped };
}

function reasonOf(error: Error): string {
  return error instanceof ValidationProblem ? (error.items[0]?.msg ?? error.message) : error.message;
}

async function bringBack(
  { record }: ProjectWriteContext,
  resource: Resource,
  version: Versioned<JsonObject>,
  causation: string | undefined,
): Promise<void> {
  // Loading tells the unit of work that nothing current stands in the way.
  await record.get(resource, version.id);
  record.restore(resource, version, stateOf(resource, version), causation === undefined ? {} : { causation });
  if (causation === undefined) await requireRestorable({ record });
  else await record.check();
}

/** A restore sends no fields, so an invariant that fails is a conflict with what has changed since, not a 422. */
async function requireRestorable({ record }: Pick<ProjectWriteContext, "record">): Promise<void> {
  try {
    await record.check();
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    throw new Problem("restore_conflict", {
      detail: { reasons: error.items.map(({ loc, msg }) => ({ field: loc.join("."), reason: msg })) as Json },
    });
  }
}

/** What the deletion of a subject took along, in an order in which it can come back: the last deleted first. */
async function companions(
  { db, project, services }: ProjectWriteContext,
  id: string,
  lastHeld: number,
): Promise<{ resource: Resource; version: Versioned<JsonObject> }[]> {
  const [deletion] = await readEvents(db, project.id, { subjectId: id, afterSeq: lastHeld }, { limit: 1 });
  if (deletion === undefined) return [];
  const commit = await readEvents(
    db,
    project.id,
    { afterSeq: Math.max(0, deletion.commit_seq - COMMIT_MAX), toSeq: deletion.commit_seq },
    { limit: COMMIT_MAX, order: "desc" },
  );
  const result: { resource: Resource; version: Versioned<JsonObject> }[] = [];
  for (const event of commit) {
    const gone = event.change.unset?.includes("") ?? false;
    if (event.commit_seq !== deletion.commit_seq || event.causation !== id || !gone) continue;
    const resource = services.resources.of(event.subject_type);
    const version = await lastVersion<JsonObject>(db, resource, project.id, event.subject_id, event.seq - 1);
    if (version !== null) result.push({ resource, version });
  }
  return result;
}

/** Events of one commit looked at for what went along. */
const COMMIT_MAX = 100_000;

function beyond(seq: number, head: number): ValidationProblem {
  return new ValidationProblem([
    {
      type: "less_than_equal",
      loc: ["body", "seq"],
      msg: `Input should be less than or equal to ${head}`,
      input: seq,
      ctx: { le: head },
    },
  ]);
}
