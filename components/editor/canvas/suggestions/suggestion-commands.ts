import type { Command } from "../../../frame/commands/command.ts";

const answer = { section: "Write", place: "suggestion", action: "edit" } as const;
const cursor = { section: "Go to", place: "suggestion", hidden: true } as const;
const words = "suggestion proposal ghost";

/** What a person can do with what is suggested, as lines of the table of commands. */
export const SUGGESTION_COMMANDS = [
  { id: "suggestion.go", title: "Go to the suggestion", section: "Go to", place: "dialogue", words },
  { id: "suggestion.accept", title: "Accept this part", keys: ["a"], words, ...answer },
  { id: "suggestion.edit", title: "Edit this part", keys: ["e"], words, ...answer },
  { id: "suggestion.reject", title: "Reject this part", keys: ["r"], words, ...answer },
  { id: "suggestion.accept-all", title: "Accept the whole suggestion", keys: ["shift+a"], words, ...answer },
  { id: "suggestion.reject-all", title: "Reject the whole suggestion", keys: ["shift+r"], words, ...answer },
  { id: "suggestion.next", title: "Next part of the suggestion", keys: ["arrowright", "arrowdown"], ...cursor },
  { id: "suggestion.previous", title: "Part of the suggestion before", keys: ["arrowleft", "arrowup"], ...cursor },
  { id: "suggestion.out", title: "Back to the canvas", keys: ["escape"], ...cursor },
  {
    id: "dialogue.generate",
    title: "Generate cards…",
    section: "Write",
    place: "dialogue",
    action: "edit",
    words: "sketch suggest model ai branch",
  },
  {
    id: "card.generate",
    title: "Generate what follows…",
    section: "Write",
    place: "canvas",
    action: "edit",
    words: "sketch suggest model ai after",
  },
] as const satisfies readonly Command[];
