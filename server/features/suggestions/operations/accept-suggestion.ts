import { z } from "zod";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { applyParts, refusal } from "../apply-parts.ts";
import { findDangling } from "../find-dangling.ts";
import { naming } from "../naming.ts";
import { answered, edited, openParts } from "../parts.ts";
import { recordEdits } from "../record-edits.ts";
import { chosenParts, Dangling, PartEdits } from "../schemas.ts";
import { partsOf, suggestion } from "../suggestion.ts";

/** Things listed in a refusal; the preview lists them all. */
const SHOWN = 50;

export const acceptSuggestion = projectWrite({
  ...suggestion.transition("accept"),
  long: true,
  body: z.strictObject({
    parts: chosenParts,
    edits: PartEdits.default([]).meta({ description: "Changes of parts, kept with the acceptance." }),
    base_seq: suggestion.body.shape.base_seq.meta({
      description: "Sequence up to which changes of others are overwritten; the suggestion's own when absent.",
    }),
    allow_dangling: flag().default(false),
  }),
  bodyOptional: true,
  output: z.object({
    suggestion: suggestion.wire.meta({ description: "As it is now." }),
    seq: z.int().meta({ description: "The commit in which everything was done." }),
    dangling: z.array(Dangling).meta({ description: "Newly dangling branches and nodes, if allowed." }),
  }),
  errors: [
    "not_found",
    "wrong_state",
    "suggestion_state",
    "suggestion_dangles",
    "suggestion_misfit",
    "edit_conflict",
    "batch_too_large",
    "precondition_failed",
  ],
  example: { parts: ["p1"] },
  handle: async (context, { params, body }) => {
    const { record, services, project } = context;
    if (body.base_seq !== undefined && body.base_seq > project.lastSeq) {
      throw aboveMaximum(["body", "base_seq"], body.base_seq, project.lastSeq);
    }
    const stored = await target(context, suggestion.resource, params.suggestion_id);
    const state = edited(stored, body.edits, "edits");
    const version = { ...stored, ...state };
    const chosen = openParts(version, "accept", body.parts);
    const ids = chosen.map(({ id }) => id);
    const baseSeq = body.base_seq ?? version.base_seq;
    const refused = await applyParts(record, version, chosen, { baseSeq, now: services.clock.now() });
    if (refused.length > 0) throw refusal(refused, project.lastSeq);
    const dangling = await findDangling(record, version.graph_id, naming(partsOf(version)), ids);
    if (dangling.length > 0 && !body.allow_dangling) {
      const shown = dangling.slice(0, SHOWN);
      throw new Problem("suggestion_dangles", { detail: { total: dangling.length, dangling: shown } });
    }
    if (body.edits.length > 0) await recordEdits(context, stored, state);
    const note = { verb: "accepted", data: { parts: ids }, last: true };
    record.update(suggestion.resource, stored, answered(state, ids, "accepted"), note);
    const after = await committed(context, suggestion.resource, stored.id);
    return { suggestion: suggestion.toWire(after), seq: record.seq, dangling };
  },
});
