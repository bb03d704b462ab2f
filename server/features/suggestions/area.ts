import { area } from "../../operation/area.ts";
import { acceptSuggestion } from "./operations/accept-suggestion.ts";
import { createSuggestion } from "./operations/create-suggestion.ts";
import { getSuggestion } from "./operations/get-suggestion.ts";
import { listSuggestions } from "./operations/list-suggestions.ts";
import { previewSuggestion } from "./operations/preview-suggestion.ts";
import { rejectSuggestion } from "./operations/reject-suggestion.ts";
import { updateSuggestion } from "./operations/update-suggestion.ts";
import { suggestionApi } from "./schemas.ts";

export const suggestions = area({
  tag: "dialogue",
  resources: [suggestionApi],
  operations: {
    create: createSuggestion,
    list: listSuggestions,
    get: getSuggestion,
    update: updateSuggestion,
    preview: previewSuggestion,
    accept: acceptSuggestion,
    reject: rejectSuggestion,
  },
});
