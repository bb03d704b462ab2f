import { z } from "zod";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, valueError } from "../../../kernel/validation/item.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { answered, type ExtractionPart, extraction } from "../extraction.ts";
import { ChosenParts, openParts } from "../open-parts.ts";
import { writeParts } from "../write-parts.ts";

export const acceptExtraction = projectWrite({
  ...extraction.transition("accept"),
  long: true,
  body: ChosenParts,
  bodyOptional: true,
  output: z.object({
    extraction: extraction.wire.meta({ description: "The extraction as it is now." }),
    seq: z.int().meta({ description: "The commit in which everything was written." }),
  }),
  errors: ["not_found", "wrong_state", "precondition_failed", "canon_violation"],
  example: { parts: ["p1"] },
  handle: async (context, { params, body }) => {
    const { record } = context;
    const version = await target(context, extraction.resource, params.bible_extraction_id);
    const chosen = openParts(version, "accept", body.parts);
    const failed = await writeParts(context, chosen);
    if (failed.length > 0) throw refusal(failed);
    const ids = new Set(chosen.map(({ id }) => id));
    const next = answered(stateOf(extraction.resource, version), ids, "accepted");
    record.update(extraction.resource, version, next, { verb: "accepted", data: { parts: [...ids] }, last: true });
    const after = await committed(context, extraction.resource, version.id);
    return { extraction: extraction.toWire(after), seq: record.seq };
  },
});

/** Refusals named at once. */
const SHOWN = 20;

/** Refusal of an acceptance, at each proposal that cannot be written. */
function refusal(parts: readonly (readonly [ExtractionPart, string])[]): ValidationProblem {
  return new ValidationProblem(
    parts
      .slice(0, SHOWN)
      .map(([{ id, label }, reason]) => itemAt(["body", "parts", id], valueError(`${label}: ${reason}`), id)),
  );
}
