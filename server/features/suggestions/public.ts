// What others may use of suggestions: how a change is proposed, and those that wait for an answer.
export { openSuggestions } from "./open-suggestions.ts";
export { propose } from "./propose.ts";
