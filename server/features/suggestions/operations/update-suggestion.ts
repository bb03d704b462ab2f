import { edit } from "../../../operation/edit.ts";
import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { edited } from "../parts.ts";
import { recordEdits } from "../record-edits.ts";
import { PartEdits } from "../schemas.ts";
import { suggestion } from "../suggestion.ts";

export const updateSuggestion = declareUpdate(suggestion, "/v1/projects/{project_id}/suggestions/{suggestion_id}", {
  summary: "Edit a suggestion",
  bodyName: "SuggestionsUpdateRequest",
  description: "Changes the label and the open parts of a suggestion. The dialogue does not change.",
  fields: {
    ...suggestion.changes,
    parts: PartEdits.meta({ description: "Parts to be changed; the others stay as they are." }),
  },
  errors: ["suggestion_state"],
  example: { label: "Another way past the gate" },
  write: async (context, version, { label, parts = [], base_seq }) => {
    const state = edited(version, parts, "parts");
    if (parts.length > 0) await recordEdits(context, version, state);
    await edit(context, suggestion.resource, version, { ...state, label: label ?? state.label }, { baseSeq: base_seq });
  },
});
