import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";
import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { answered, openParts } from "../parts.ts";
import { Suggestion, suggestionApi, suggestionFields, toSuggestion } from "../schemas.ts";
import { suggestionResource } from "../suggestion.ts";

export const rejectSuggestion = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/suggestions/{suggestion_id}/reject",
  scope: "write",
  summary: "Reject a suggestion",
  description: "Rejects all open parts or some of them. The dialogue does not change.",
  params: suggestionApi.params,
  body: z.strictObject({
    parts: suggestionFields.parts.optional(),
    comment: text({ max: 2_000 }).nullable().default(null).meta({ description: "Reason, shown in the history." }),
  }),
  bodyOptional: true,
  output: Suggestion,
  errors: ["not_found", "suggestion_state", "precondition_failed"],
  example: { comment: "The keeper stays." },
  handle: async (context, { params, body }) => {
    const version = await target(context, suggestionResource, params.suggestion_id);
    const ids = openParts(version, body.parts).map(({ id }) => id);
    const next = answered(stateOf(suggestionResource, version), ids, "rejected");
    const note = { verb: "rejected", data: { parts: ids, comment: body.comment } };
    return toSuggestion(await edit(context, suggestionResource, version, next, { note }));
  },
});
