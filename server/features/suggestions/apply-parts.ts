import type { Json } from "#domain/json.ts";
import { Problem } from "../../kernel/problem.ts";
import type { EditConflict } from "../../kernel/problem-details.ts";
import { type BatchError, MAX_READ, runBatch } from "../../operation/batch.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { DialogueWriter, GestureOperation, graphResource, nodeResource } from "../dialogues/public.ts";
import type { SuggestionPart, SuggestionVersion } from "./suggestion.ts";

/** Arguments of applying parts, besides the parts. */
interface Applying {
  /** The sequence up to which what others changed has been seen: the suggestion's own unless somebody looked again. */
  baseSeq: number;
  now: number;
}

/** A part that cannot be applied, and why. */
export interface RefusedPart {
  part: SuggestionPart;
  problem: BatchError;
}

/**
 * Applies parts of a suggestion in a unit of work, each all-or-nothing, and returns those that were refused. An edit of
 * a field that others changed since the suggestion's base sequence is a conflict between the two versions.
 *
 * @throws {@link Problem} `suggestion_state` when the dialogue is gone.
 */
export async function applyParts(
  record: UnitOfWork,
  { id, graph_id: graphId }: SuggestionVersion,
  parts: readonly SuggestionPart[],
  { baseSeq, now }: Applying,
): Promise<RefusedPart[]> {
  record.holdAtMost(MAX_READ);
  if ((await record.get(graphResource, graphId)) === null) {
    throw new Problem("suggestion_state", {
      message: "The dialogue this suggestion would change has been deleted.",
      detail: { graph_id: graphId },
    });
  }
  const gestures = parts.map(({ operations }) => operations.map((each) => based(each, baseSeq)));
  const writer = new DialogueWriter(record, graphId, now);
  await writer.load(gestures.flat());
  const order = parts.map((_, index) => index);
  const refused = await runBatch(record, "independent", order, async (index) => {
    record.say({ suggestion_id: id, label: parts[index]?.label ?? null });
    for (const [position, operation] of (gestures[index] ?? []).entries()) {
      await writer.apply(operation, ["parts", index, "operations", position]);
      if (operation.op === "node.delete") await record.requireNoConflict(nodeResource, operation.id, baseSeq);
    }
  });
  record.say(null);
  return refused.flatMap((problem) => {
    const part = parts[problem.index];
    return part === undefined ? [] : [{ part, problem }];
  });
}

/** An operation as it is stored, with the defaults of today and the base its edit is compared with. */
function based(operation: GestureOperation, baseSeq: number): GestureOperation {
  const parsed = GestureOperation.parse(operation);
  const isEdit = parsed.op.endsWith(".update");
  return isEdit && !("base_seq" in parsed && parsed.base_seq !== undefined)
    ? ({ ...parsed, base_seq: baseSeq } as GestureOperation)
    : parsed;
}

/** The refusal of a whole acceptance: conflicts by field where there are any, else what each part met. */
export function refusal(refused: readonly RefusedPart[], currentSeq: number): Problem {
  const conflicts = refused.flatMap(({ part, problem }) =>
    conflictsOf(problem).map((each) => ({ ...each, part_id: part.id })),
  );
  if (conflicts.length > 0) return new Problem("edit_conflict", { detail: { conflicts, current_seq: currentSeq } });
  const parts = refused.map(({ part, problem }) => ({
    id: part.id,
    status: problem.status,
    code: problem.code,
    message: problem.message,
    detail: problem.detail as Json,
  }));
  return new Problem("suggestion_misfit", { detail: { parts } });
}

/** Fields of a refused part that others changed meanwhile. */
export function conflictsOf({ code, detail }: BatchError): EditConflict[] {
  if (code !== "edit_conflict") return [];
  return (detail as { conflicts: EditConflict[] }).conflicts;
}
