import { z } from "zod";
import { diffStates, touchedPointers } from "#domain/change/change.ts";
import { changedFields } from "#domain/change/changed-fields.ts";
import { flag } from "../kernel/validation/fields.ts";
import { ChangedField } from "../record/changed-fields.ts";
import { markedState } from "../record/sealed-marks.ts";
import { shownField } from "../record/shown-fields.ts";
import { subjectName } from "../record/subject-name.ts";
import { namesIn, namesOfSubjects } from "../record/subject-names.ts";
import type { ProjectWriteContext } from "./context.ts";

/** Body field of the operations that restore. */
export const dryRun = flag().default(false).meta({ description: "Return the changes without writing them." });

const RestoreChange = z
  .object({
    change: z.enum(["brought_back", "changed", "deleted"]),
    subject_type: z.string(),
    subject_id: z.string(),
    name: z.string().meta({ description: "Its name or title, or the first words of its text; may be empty." }),
    fields: z.array(ChangedField).meta({ description: "Fields that differ in a subject that is `changed`." }),
  })
  .meta({ id: "RestoreChange" });

/** Preview of the changes of a unit of work. */
export const waitingChanges = z.object({
  changes: z.array(RestoreChange).meta({ description: "The first 200 subjects, in the order of their events." }),
  total: z.int().meta({ description: "Number of subjects that would change." }),
  names: namesOfSubjects,
});

/** Field of the answers of operations that restore. */
export const restorePreview = waitingChanges.optional().meta({ description: "Changes; only with `dry_run`." });

/** Subjects of a preview: some 100 KB of names and short fields, more than anybody reads before a decision. */
const SHOWN = 200;

/** Returns the pending changes of a unit of work as a preview. */
export async function changesWaiting({
  record,
  services,
}: Pick<ProjectWriteContext, "record" | "services">): Promise<z.input<typeof waitingChanges>> {
  const changes: z.input<typeof RestoreChange>[] = [];
  let total = 0;
  for (const { resource, change } of record.waiting()) {
    const { id } = change;
    const before = change.before === null ? null : markedState(resource, change.before);
    const after = change.after === null ? null : markedState(resource, change.after);
    const pointers = touchedPointers(diffStates(before, after));
    if (pointers.length === 0) continue;
    total += 1;
    if (changes.length === SHOWN) continue;
    const isChange = before !== null && after !== null;
    const isShown = shownField(services.resources, resource.type);
    const told = isChange ? pointers.filter((pointer) => isShown(pointer.split("/")[1] ?? "")) : [];
    changes.push({
      change: isChange ? "changed" : before === null ? "brought_back" : "deleted",
      subject_type: resource.type,
      subject_id: id,
      name: subjectName(after ?? before ?? {}),
      fields: changedFields(told, before, after),
    });
  }
  const names = await namesIn(record.db, record.projectId, services.resources, changes, record.seq);
  return { changes, total, names };
}

/**
 * Does the work of a restore and commits it, or tries it out and answers what it would do. Everything that refuses the one
 * refuses the other.
 */
export async function restoreOrPreview<T extends object>(
  context: ProjectWriteContext,
  isDryRun: boolean,
  work: () => Promise<T>,
): Promise<T & { seq: number; preview?: z.input<typeof restorePreview> }> {
  const { record } = context;
  const done = isDryRun
    ? await record.tryOut(async () => {
        const result = await work();
        return { ...result, preview: await changesWaiting(context) };
      })
    : await work();
  await record.commit();
  return { ...done, seq: record.seq };
}
