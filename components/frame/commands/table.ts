import { CANVAS_COMMANDS, SUGGESTION_COMMANDS } from "./canvas-commands.ts";
import type { Command } from "./command.ts";
import { GO_COMMANDS } from "./go-commands.ts";

const studio = { section: "Studio", place: "anywhere" } as const;
const goTo = { section: "Go to", place: "anywhere" } as const;
const project = { section: "Studio", place: "project" } as const;
const list = { section: "Studio", place: "list" } as const;
const inbox = { section: "Studio", place: "inbox" } as const;
const dialogueList = { section: "Dialogue", place: "list" } as const;
const write = { section: "Write", place: "dialogue" } as const;
const view = { section: "View", place: "dialogue" } as const;
const check = { section: "Check", place: "dialogue" } as const;
const dialogue = { section: "Dialogue", place: "dialogue" } as const;
const known = { section: "View", place: "canvas" } as const;
const playHere = { section: "Play", place: "canvas" } as const;
const play = { section: "Play", place: "dialogue" } as const;
const player = { section: "Play", place: "player" } as const;
const words = { section: "Write", place: "words", action: "edit", hidden: true } as const;
const scriptView = { section: "View", place: "script" } as const;
const scriptEdit = { section: "Write", place: "script" } as const;

/** Every command of the studio. A line here, and its handler where the thing happens, is all a command needs; its synonyms are in `command-words.ts`. */
export const COMMANDS = [
  { id: "studio.palette", title: "Search and commands", keys: ["mod+k"], hidden: true, ...studio },
  {
    id: "studio.shortcuts",
    title: "Show all shortcuts",
    keys: ["?"],
    isAlwaysOn: true,
    ...studio,
  },
  ...GO_COMMANDS,
  { id: "go.welcome", title: "Show the welcome", ...goTo },
  { id: "go.reference", title: "API reference", ...goTo },
  { id: "project.new", title: "New project", action: "change", ...studio },
  { id: "copy.link", title: "Copy link", keys: ["shift+mod+l"], ...studio },
  { id: "copy.id", title: "Copy ID", keys: ["shift+mod+y"], ...studio },
  { id: "studio.theme-light", title: "Use the light theme", ...studio },
  { id: "studio.theme-dark", title: "Use the dark theme", ...studio },
  { id: "studio.theme-system", title: "Use the system’s theme", ...studio },
  { id: "studio.letters", title: "Single-letter shortcuts", ...studio },
  { id: "studio.password", title: "Change your password…", ...studio },
  { id: "studio.sign-out-everywhere", title: "Sign out everywhere…", ...studio },
  { id: "studio.sign-out", title: "Sign out", ...studio },
  { id: "list.next", title: "Next row", keys: ["j", "arrowdown"], hidden: true, ...list },
  { id: "list.previous", title: "Previous row", keys: ["k", "arrowup"], hidden: true, ...list },
  { id: "inbox.next", title: "Next item in the inbox", keys: ["j", "arrowdown"], hidden: true, ...inbox },
  { id: "inbox.previous", title: "Previous item in the inbox", keys: ["k", "arrowup"], hidden: true, ...inbox },
  { id: "inbox.answer", title: "Answer it", keys: ["enter"], ...inbox },
  { id: "list.open", title: "Open the row", keys: ["enter"], ...list },
  { id: "list.select", title: "Select the row", keys: ["x"], ...list },
  { id: "list.select-all", title: "Select all rows", keys: ["mod+a"], ...list },
  { id: "list.rename", title: "Rename the row", keys: ["f2"], action: "change", ...list },
  {
    id: "list.duplicate",
    title: "Duplicate the dialogue",
    keys: ["mod+d"],
    action: "change",
    ...dialogueList,
  },
  {
    id: "list.move",
    title: "Move the selected dialogues to a folder",
    keys: ["m"],
    action: "change",
    ...dialogueList,
  },
  { id: "list.new-folder", title: "New folder", keys: ["shift+n"], action: "change", ...dialogueList },
  {
    id: "list.delete",
    title: "Delete the selected dialogues",
    keys: ["mod+backspace", "delete"],
    action: "change",
    ...dialogueList,
  },
  {
    id: "list.export",
    title: "Export the selected dialogues",
    keys: ["e"],
    ...dialogueList,
  },
  {
    id: "list.import",
    title: "Import dialogues",
    action: "change",
    ...dialogueList,
  },
  { id: "list.share", title: "Share the dialogue…", ...dialogueList },
  { id: "list.find", title: "Find in the list", keys: ["/"], ...list },
  { id: "list.new", title: "New dialogue", keys: ["n"], action: "change", ...dialogueList },
  { id: "edit.undo", title: "Undo", keys: ["mod+z"], action: "edit", ...write },
  { id: "edit.redo", title: "Redo", keys: ["shift+mod+z", "mod+y"], action: "edit", ...write },
  {
    id: "project.undo",
    title: "Undo the last change",
    keys: ["mod+z"],
    action: "change",
    leavesFields: true,
    ...project,
  },
  {
    id: "project.redo",
    title: "Redo the last change",
    keys: ["shift+mod+z", "mod+y"],
    action: "change",
    leavesFields: true,
    ...project,
  },
  { id: "view.script", title: "Switch between canvas and script", keys: ["mod+."], ...view },
  { id: "problems.next", title: "Go to the next problem", keys: ["f8"], ...check },
  { id: "problems.previous", title: "Go to the previous problem", keys: ["shift+f8"], ...check },
  { id: "problems.show", title: "Show or hide the problems", ...check },
  {
    id: "problems.only",
    title: "Colour only cards with problems",
    section: "Check",
    place: "canvas",
    keys: ["v"],
  },
  { id: "inspector.write", title: "Write: words and choices of the card", ...view },
  { id: "inspector.logic", title: "Logic: conditions and effects of the card", ...view },
  { id: "inspector.uses", title: "Uses: what leads to the card", ...view },
  { id: "inspector.history", title: "History: earlier versions of the card", ...view },
  { id: "card.knowledge", title: "What is known here", keys: ["k"], ...known },
  { id: "words.emphasis", title: "Emphasise the chosen words", keys: ["mod+i"], ...words },
  { id: "words.strong", title: "Make the chosen words strong", keys: ["mod+b"], ...words },
  {
    id: "words.strike",
    title: "Strike the chosen words",
    keys: ["shift+mod+x"],
    ...words,
  },
  {
    id: "comment.add",
    title: "Comment on the chosen words, or on the card",
    keys: ["mod+;"],
    action: "comment",
    ...write,
  },
  {
    id: "inspector.next-card",
    title: "Next line",
    keys: ["mod+enter"],
    ...write,
  },
  {
    id: "choice.up",
    title: "Move the choice up",
    keys: ["shift+mod+arrowup"],
    action: "edit",
    ...write,
  },
  {
    id: "choice.down",
    title: "Move the choice down",
    keys: ["shift+mod+arrowdown"],
    action: "edit",
    ...write,
  },
  {
    id: "dialogue.export",
    title: "Export this dialogue",
    ...dialogue,
  },
  {
    id: "dialogue.lines",
    title: "Lines as a table",
    ...dialogue,
  },
  { id: "dialogue.print", title: "Print the script", ...dialogue },
  { id: "play.from-here", title: "Play from here", keys: ["p"], ...playHere },
  {
    id: "play.show-how",
    title: "Show me how to get here",
    keys: ["shift+p"],
    ...playHere,
  },
  { id: "play.start", title: "Play from the start", ...play },
  { id: "play.readings", title: "Kept readings", ...play },
  { id: "play.keep", title: "Keep this reading", ...player },
  { id: "play.back", title: "Step back", keys: ["backspace"], ...player },
  { id: "play.restart", title: "Begin again", keys: ["r"], ...player },
  { id: "play.close", title: "Close the player", keys: ["escape"], hidden: true, ...player },
  {
    id: "search.open",
    title: "Search all dialogues",
    section: "Go to",
    place: "project",
    keys: ["shift+mod+f"],
  },
  {
    id: "replace.open",
    title: "Replace in all dialogues…",
    section: "Dialogue",
    place: "project",
    action: "change",
  },
  {
    id: "dialogue.moments",
    title: "Moments: name, look back, restore",
    ...dialogue,
  },
  { id: "dialogue.share", title: "Share…", ...dialogue },
  {
    id: "dialogue.heat",
    title: "What players chose",
    keys: ["h"],
    ...known,
  },
  { id: "dialogue.score", title: "Score and feedback", ...dialogue },
  { id: "dialogue.paths", title: "Paths of readers", ...dialogue },
  { id: "compare.next", title: "Next difference", keys: ["f7"], ...dialogue },
  {
    id: "compare.previous",
    title: "Previous difference",
    keys: ["shift+f7"],
    ...dialogue,
  },
  { id: "view.outline", title: "Show the outline", keys: ["mod+\\"], ...view },
  { id: "view.inspector", title: "Show the inspector", keys: ["mod+i"], ...view },
  ...CANVAS_COMMANDS,
  ...SUGGESTION_COMMANDS,
  { id: "script.next", title: "Next section", keys: ["arrowdown", "j"], hidden: true, ...scriptView },
  { id: "script.previous", title: "Previous section", keys: ["arrowup", "k"], hidden: true, ...scriptView },
  { id: "script.edit", title: "Write this section", keys: ["enter"], action: "edit", hidden: true, ...scriptEdit },
  { id: "script.leave", title: "Leave the field", keys: ["escape"], hidden: true, ...scriptEdit },
  { id: "script.go-on", title: "Write the next line", keys: ["mod+enter"], action: "edit", ...scriptEdit },
  { id: "script.new", title: "Add a card", keys: ["n"], action: "edit", ...scriptEdit },
  {
    id: "script.delete",
    title: "Delete this section",
    keys: ["delete", "mod+backspace"],
    action: "edit",
    ...scriptEdit,
  },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]["id"];
