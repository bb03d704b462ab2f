import { z } from "zod";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { edited } from "../parts.ts";
import { PartEdits, Suggestion, suggestionApi, suggestionFields, toSuggestion } from "../schemas.ts";
import { suggestionResource } from "../suggestion.ts";

export const updateSuggestion = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/suggestions/{suggestion_id}",
  scope: "write",
  summary: "Edit a suggestion",
  description: "Changes the label and the open parts of a suggestion. The dialogue does not change.",
  params: suggestionApi.params,
  body: z.strictObject({
    label: suggestionFields.label.optional(),
    parts: PartEdits.optional().meta({ description: "Parts to be changed; the others stay as they are." }),
    base_seq: baseSeq,
  }),
  output: Suggestion,
  errors: ["not_found", "suggestion_state", "edit_conflict", "precondition_failed"],
  example: { label: "Another way past the gate" },
  handle: async (context, { params, body }) => {
    const version = await target(context, suggestionResource, params.suggestion_id);
    const state = edited(version, body.parts ?? [], "parts");
    const next = { ...state, label: body.label ?? state.label };
    return toSuggestion(await edit(context, suggestionResource, version, next, { baseSeq: body.base_seq }));
  },
});
