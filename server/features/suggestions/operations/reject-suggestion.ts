import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";
import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { answered, openParts } from "../parts.ts";
import { chosenParts } from "../schemas.ts";
import { suggestion } from "../suggestion.ts";

export const rejectSuggestion = projectWrite({
  ...suggestion.transition("reject"),
  body: z.strictObject({
    parts: chosenParts,
    comment: text({ max: 2_000 }).nullable().default(null).meta({ description: "Reason, shown in the history." }),
  }),
  bodyOptional: true,
  output: suggestion.wire,
  errors: ["not_found", "wrong_state", "suggestion_state", "precondition_failed"],
  example: { comment: "The keeper stays." },
  handle: async (context, { params, body }) => {
    const version = await target(context, suggestion.resource, params.suggestion_id);
    const ids = openParts(version, "reject", body.parts).map(({ id }) => id);
    const next = answered(stateOf(suggestion.resource, version), ids, "rejected");
    const note = { verb: "rejected", data: { parts: ids, comment: body.comment } };
    return suggestion.toWire(await edit(context, suggestion.resource, version, next, { note }));
  },
});
