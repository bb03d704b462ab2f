import type { CommandList } from "../../../frame/commands/command-menu.tsx";
import type { CommandId } from "../../../frame/commands/table.ts";
import { KIND_COMMAND_NAMES } from "../../gestures/kind-commands.ts";
import { NODE_KINDS_MADE } from "../../gestures/node-kinds.ts";

/** What can be done with selected nodes. */
export const NODE_COMMANDS: CommandList = [
  "card.edit",
  "card.rename",
  "card.add-choice",
  "card.next-line",
  "-",
  "card.connect",
  "card.connect-dialogue",
  "-",
  "play.show-how",
  "card.generate",
];

const kinds = (isCommon: boolean): CommandList =>
  NODE_KINDS_MADE.filter((each) => each.isCommon === isCommon).map(
    ({ kind }) => `card.make-${KIND_COMMAND_NAMES[kind]}` satisfies CommandId,
  );

/** What a node can become: the common kinds, a line, the others. */
export const KIND_COMMANDS: CommandList = [...kinds(true), "-", ...kinds(false)];

export const STATUS_COMMANDS: CommandList = ["card.mark-draft", "card.mark-review", "card.mark-final"];

export const ARRANGE_COMMANDS: CommandList = [
  "arrange.tidy",
  "-",
  "arrange.left",
  "arrange.center",
  "arrange.right",
  "-",
  "arrange.top",
  "arrange.middle",
  "arrange.bottom",
  "-",
  "arrange.across",
  "arrange.down",
];

export const SELECT_COMMANDS: CommandList = [
  "select.upstream",
  "select.downstream",
  "select.reverse",
  "select.all",
  "-",
  "view.fit-selection",
];

export const GROUP_COMMANDS: CommandList = ["card.rename", "group.fold", "group.ungroup"];
export const CLIPBOARD_COMMANDS: CommandList = ["edit.cut", "edit.copy", "edit.paste", "edit.duplicate"];
export const PAPER_COMMANDS: CommandList = [
  "select.all",
  "view.fit",
  "find.open",
  "-",
  "suggestion.go",
  "dialogue.generate",
];
