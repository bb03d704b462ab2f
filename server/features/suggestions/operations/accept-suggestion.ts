import { z } from "zod";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { applyParts, refusal } from "../apply-parts.ts";
import { findDangling } from "../find-dangling.ts";
import { naming } from "../naming.ts";
import { answered, edited, openParts } from "../parts.ts";
import { Dangling, PartEdits, Suggestion, suggestionApi, suggestionFields, toSuggestion } from "../schemas.ts";
import { partsOf, suggestionResource } from "../suggestion.ts";

/** Things listed in a refusal; the preview lists them all. */
const SHOWN = 50;

export const acceptSuggestion = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/suggestions/{suggestion_id}/accept",
  scope: "write",
  long: true,
  summary: "Accept a suggestion",
  description:
    "Accepts all open parts or some of them, all or nothing, in one commit with the changes. A field changed by others since `base_seq` is 409 `edit_conflict` with both values; send its `current_seq` as `base_seq` to overwrite, or edit the part. Dangling branches are 409 `suggestion_dangles`, unless `allow_dangling` is set.",
  params: suggestionApi.params,
  body: z.strictObject({
    parts: suggestionFields.parts.optional(),
    edits: PartEdits.default([]).meta({ description: "Changes of parts, kept with the acceptance." }),
    base_seq: suggestionFields.base_seq.optional().meta({
      description: "Sequence up to which changes of others are overwritten; the suggestion's own when absent.",
    }),
    allow_dangling: flag().default(false),
  }),
  bodyOptional: true,
  output: z.object({
    suggestion: Suggestion.meta({ description: "As it is now." }),
    seq: z.int().meta({ description: "The commit in which everything was done." }),
    dangling: z.array(Dangling).meta({ description: "Newly dangling branches and nodes, if allowed." }),
  }),
  errors: [
    "not_found",
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
    const stored = await target(context, suggestionResource, params.suggestion_id);
    const state = edited(stored, body.edits, "edits");
    const version = { ...stored, ...state };
    const chosen = openParts(version, body.parts);
    const ids = chosen.map(({ id }) => id);
    const baseSeq = body.base_seq ?? version.base_seq;
    const refused = await applyParts(record, version, chosen, { baseSeq, now: services.clock.now() });
    if (refused.length > 0) throw refusal(refused, project.lastSeq);
    const dangling = await findDangling(record, version.graph_id, naming(partsOf(version)), ids);
    if (dangling.length > 0 && !body.allow_dangling) {
      const shown = dangling.slice(0, SHOWN);
      throw new Problem("suggestion_dangles", { detail: { total: dangling.length, dangling: shown } });
    }
    const note = { verb: "accepted", data: { parts: ids }, last: true };
    record.update(suggestionResource, stored, answered(state, ids, "accepted"), note);
    const after = await committed(context, suggestionResource, stored.id);
    return { suggestion: toSuggestion(after), seq: record.seq, dangling };
  },
});
