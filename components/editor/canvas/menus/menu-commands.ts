import type { CommandList } from "../../../frame/commands/command-menu.tsx";
import type { CommandId } from "../../../frame/commands/table.ts";
import { KIND_COMMAND_NAMES } from "../../gestures/kind-commands.ts";
import { NODE_KINDS_MADE } from "../../gestures/node-kinds.ts";

/** Commands for one selected node. */
export const NODE_COMMANDS: CommandList = [
  "card.edit",
  "card.rename",
  "card.add-choice",
  "card.new-after",
  "-",
  "play.from-here",
  "play.show-how",
  "copy.link",
  "copy.id",
];

/** Commands that connect a node. */
export const CONNECT_COMMANDS: CommandList = ["card.connect", "card.connect-dialogue", "-", "card.next-line"];

const kinds = (isCommon: boolean): CommandList =>
  NODE_KINDS_MADE.filter((each) => each.isCommon === isCommon).map(
    ({ kind }) => `card.make-${KIND_COMMAND_NAMES[kind]}` satisfies CommandId,
  );

/** Commands that change a node's kind: the common kinds, a separator, the others. */
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

/** Commands that group the selected nodes. */
export const GROUPING_COMMANDS: CommandList = ["group.create", "group.leave"];

export const GROUP_COMMANDS: CommandList = ["card.rename", "group.fold", "group.ungroup", "-", "copy.link", "copy.id"];
export const NOTE_COMMANDS: CommandList = ["card.edit", "-", "copy.link", "copy.id"];
export const CLIPBOARD_COMMANDS: CommandList = ["edit.cut", "edit.copy", "edit.paste", "edit.duplicate"];
export const PAPER_COMMANDS: CommandList = [
  "select.all",
  "view.fit",
  "find.open",
  "-",
  "suggestion.go",
  "dialogue.generate",
];
