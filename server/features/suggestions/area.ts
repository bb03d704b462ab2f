import { area } from "../../operation/area.ts";
import { acceptSuggestion } from "./operations/accept-suggestion.ts";
import { createSuggestion } from "./operations/create-suggestion.ts";
import { previewSuggestion } from "./operations/preview-suggestion.ts";
import { rejectSuggestion } from "./operations/reject-suggestion.ts";
import { updateSuggestion } from "./operations/update-suggestion.ts";
import { suggestion } from "./suggestion.ts";

export const suggestions = area({
  tag: "dialogue",
  resources: [suggestion],
  operations: {
    create: createSuggestion,
    list: suggestion.list({
      description: "Of a dialogue with `graph_id`; those that wait for an answer with `status=open`.",
    }),
    get: suggestion.get(),
    update: updateSuggestion,
    preview: previewSuggestion,
    accept: acceptSuggestion,
    reject: rejectSuggestion,
  },
});
