import type { Command } from "./command.ts";

const write = { section: "Write", place: "canvas", action: "edit" } as const;
const arrange = { section: "Arrange", place: "canvas", action: "edit" } as const;
const view = { section: "View", place: "canvas" } as const;
const cursor = { section: "Go to", place: "canvas", hidden: true } as const;
const answer = { section: "Write", place: "suggestion", action: "edit" } as const;
const answerCursor = { section: "Go to", place: "suggestion", hidden: true } as const;
const suggested = { words: "suggestion proposal ghost" } as const;
const nudge = { section: "Arrange", place: "canvas", action: "edit", hidden: true } as const;

/** What a person can do on the canvas, as lines of the table of commands. */
export const CANVAS_COMMANDS = [
  { id: "card.new", title: "Add a card…", keys: ["n"], words: "create new", ...write },
  { id: "card.new-after", title: "Add a card after this one…", keys: ["shift+n"], words: "create connected", ...write },
  { id: "card.new-line", title: "Add a line", words: "create card", ...write },
  { id: "card.new-condition", title: "Add a condition", words: "create card", ...write },
  { id: "card.new-hub", title: "Add a hub", words: "create card", ...write },
  { id: "card.new-end", title: "Add an ending", words: "create card", ...write },
  { id: "card.next-line", title: "Next line", keys: ["mod+enter"], words: "save continue", ...write },
  { id: "card.edit", title: "Write in this card", keys: ["enter"], words: "edit text", ...write },
  { id: "card.rename", title: "Rename", keys: ["f2"], words: "title", ...write },
  { id: "card.add-choice", title: "Add a choice", keys: ["a"], ...write },
  { id: "card.connect", title: "Connect to a card…", keys: ["c"], words: "link thread choice", ...write },
  {
    id: "card.connect-dialogue",
    title: "Connect to another dialogue…",
    keys: ["shift+c"],
    words: "jump link",
    ...write,
  },
  { id: "card.set-start", title: "Start the dialogue here", words: "entry first", ...write },
  { id: "card.make-line", title: "Make it a line", words: "kind", ...write },
  { id: "card.make-condition", title: "Make it a condition", words: "kind", ...write },
  { id: "card.make-hub", title: "Make it a hub", words: "kind", ...write },
  { id: "card.make-end", title: "Mark as ending", words: "kind end", ...write },
  { id: "card.mark-draft", title: "Mark as draft", words: "status line", ...write },
  { id: "card.mark-review", title: "Mark as in review", words: "status line", ...write },
  { id: "card.mark-final", title: "Mark as final", words: "status line done approve", ...write },
  { id: "note.new", title: "Add a note", keys: ["m"], words: "annotation comment memo", ...write },

  { id: "edit.copy", title: "Copy", keys: ["mod+c"], section: "Write", place: "canvas" },
  { id: "edit.cut", title: "Cut", keys: ["mod+x"], ...write },
  { id: "edit.paste", title: "Paste", keys: ["mod+v"], ...write },
  { id: "edit.duplicate", title: "Duplicate", keys: ["mod+d"], words: "copy", ...write },
  { id: "edit.delete", title: "Delete", keys: ["delete", "backspace"], words: "remove", ...write },

  { id: "select.all", title: "Select everything", keys: ["mod+a"], ...view },
  { id: "select.upstream", title: "Select what leads here", words: "before upstream", ...view },
  { id: "select.downstream", title: "Select what follows", words: "after downstream", ...view },
  { id: "select.reverse", title: "Reverse the selection", words: "invert", ...view },

  { id: "group.create", title: "Group", keys: ["g"], words: "frame", ...arrange },
  { id: "group.ungroup", title: "Ungroup", keys: ["shift+g"], ...arrange },
  { id: "group.leave", title: "Take out of the group", ...arrange },
  { id: "group.fold", title: "Fold or unfold the group", keys: ["f"], words: "collapse", ...view },
  { id: "arrange.tidy", title: "Tidy the selection…", keys: ["t"], words: "layout arrange", ...arrange },
  { id: "arrange.left", title: "Align left edges", ...arrange },
  { id: "arrange.center", title: "Align centres", ...arrange },
  { id: "arrange.right", title: "Align right edges", ...arrange },
  { id: "arrange.top", title: "Align top edges", ...arrange },
  { id: "arrange.middle", title: "Align middles", ...arrange },
  { id: "arrange.bottom", title: "Align bottom edges", ...arrange },
  { id: "arrange.across", title: "Space out evenly across", words: "distribute", ...arrange },
  { id: "arrange.down", title: "Space out evenly down", words: "distribute", ...arrange },
  { id: "nudge.left", title: "Move left by 8", keys: ["mod+arrowleft"], ...nudge },
  { id: "nudge.right", title: "Move right by 8", keys: ["mod+arrowright"], ...nudge },
  { id: "nudge.up", title: "Move up by 8", keys: ["mod+arrowup"], ...nudge },
  { id: "nudge.down", title: "Move down by 8", keys: ["mod+arrowdown"], ...nudge },
  { id: "nudge.far-left", title: "Move left by 64", keys: ["shift+mod+arrowleft"], ...nudge },
  { id: "nudge.far-right", title: "Move right by 64", keys: ["shift+mod+arrowright"], ...nudge },
  { id: "nudge.far-up", title: "Move up by 64", keys: ["shift+mod+arrowup"], ...nudge },
  { id: "nudge.far-down", title: "Move down by 64", keys: ["shift+mod+arrowdown"], ...nudge },

  { id: "cursor.left", title: "Card to the left", keys: ["arrowleft"], ...cursor },
  { id: "cursor.right", title: "Card to the right", keys: ["arrowright"], ...cursor },
  { id: "cursor.up", title: "Card above", keys: ["arrowup"], ...cursor },
  { id: "cursor.down", title: "Card below", keys: ["arrowdown"], ...cursor },
  { id: "extend.left", title: "Select the card to the left too", keys: ["shift+arrowleft"], ...cursor },
  { id: "extend.right", title: "Select the card to the right too", keys: ["shift+arrowright"], ...cursor },
  { id: "extend.up", title: "Select the card above too", keys: ["shift+arrowup"], ...cursor },
  { id: "extend.down", title: "Select the card below too", keys: ["shift+arrowdown"], ...cursor },
  { id: "cursor.next", title: "Next card along the flow", keys: ["tab"], ...cursor },
  { id: "cursor.previous", title: "Previous card along the flow", keys: ["shift+tab"], ...cursor },
  { id: "cursor.back", title: "Back to the last card", keys: ["["], section: "Go to", place: "canvas" },
  { id: "cursor.forward", title: "Forward again", keys: ["]"], section: "Go to", place: "canvas" },
  { id: "cursor.start", title: "Start of the dialogue", keys: ["home"], section: "Go to", place: "canvas" },
  { id: "cursor.out", title: "Out: close, cancel, select nothing", keys: ["escape"], ...cursor },
  { id: "card.menu", title: "Menu of what is selected", keys: ["shift+f10", "contextmenu"], ...cursor },

  { id: "view.fit", title: "Fit everything", keys: ["1"], words: "zoom", ...view },
  { id: "view.actual-size", title: "Zoom to 100 %", keys: ["0"], ...view },
  { id: "view.fit-selection", title: "Zoom to the selection", keys: ["shift+2"], ...view },
  { id: "view.zoom-in", title: "Zoom in", keys: ["+", "="], ...view },
  { id: "view.zoom-out", title: "Zoom out", keys: ["-"], ...view },

  { id: "status.draft", title: "Colour only cards in draft", words: "status filter", ...view },
  { id: "status.review", title: "Colour only cards in review", words: "status filter", ...view },
  { id: "status.final", title: "Colour only final cards", words: "status filter", ...view },
  { id: "status.changed", title: "Colour only cards changed since final", words: "status filter", ...view },

  { id: "find.open", title: "Find in this dialogue", keys: ["mod+f"], section: "Go to", place: "dialogue" },
  { id: "find.next", title: "Next match", keys: ["mod+g"], section: "Go to", place: "dialogue" },
  { id: "find.previous", title: "Previous match", keys: ["shift+mod+g"], section: "Go to", place: "dialogue" },
] as const satisfies readonly Command[];

/** What a person can do with what is suggested, as lines of the table of commands. */
export const SUGGESTION_COMMANDS = [
  { id: "suggestion.go", title: "Go to the suggestion", section: "Go to", place: "dialogue", ...suggested },
  { id: "suggestion.accept", title: "Accept this part", keys: ["a"], ...suggested, ...answer },
  { id: "suggestion.edit", title: "Edit this part", keys: ["e"], ...suggested, ...answer },
  { id: "suggestion.reject", title: "Reject this part", keys: ["r"], ...suggested, ...answer },
  { id: "suggestion.accept-all", title: "Accept the whole suggestion", keys: ["shift+a"], ...suggested, ...answer },
  { id: "suggestion.reject-all", title: "Reject the whole suggestion", keys: ["shift+r"], ...suggested, ...answer },
  { id: "suggestion.next", title: "Next part of the suggestion", keys: ["arrowright", "arrowdown"], ...answerCursor },
  {
    id: "suggestion.previous",
    title: "Part of the suggestion before",
    keys: ["arrowleft", "arrowup"],
    ...answerCursor,
  },
  { id: "suggestion.out", title: "Back to the canvas", keys: ["escape"], ...answerCursor },
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
