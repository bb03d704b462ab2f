import { z } from "zod";
import { aboveMaximum } from "../../kernel/problem.ts";
import { chosenId } from "../../kernel/validation/fields.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { created } from "../../operation/edit.ts";
import { checkpointResource, UNRELEASED } from "./checkpoint.ts";
import { type Checkpoint, checkpointApi, checkpointFields } from "./schemas.ts";

/** Body of an operation that creates a checkpoint. */
export const newCheckpointBody = z.strictObject({
  id: chosenId("ckp"),
  name: checkpointFields.name,
  seq: checkpointFields.seq.optional(),
  note: checkpointFields.note.default(""),
});

/**
 * Creates a checkpoint of a sequence, or of the present.
 *
 * @throws {@link ValidationProblem} where the sequence lies beyond the record.
 */
export async function createCheckpointIn(
  context: ProjectWriteContext,
  { id, name, seq, note }: z.output<typeof newCheckpointBody>,
): Promise<z.input<typeof Checkpoint>> {
  const { lastSeq } = context.project;
  if (seq !== undefined && seq > lastSeq) throw aboveMaximum(["body", "seq"], seq, lastSeq);
  return checkpointApi.toWire(
    await created(context, checkpointResource, id, { ...UNRELEASED, name, seq: seq ?? lastSeq, note }),
  );
}
