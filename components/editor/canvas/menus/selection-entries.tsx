import { COLORS, type Color } from "#domain/dialogue/wire.ts";
import type { CommandList } from "../../../frame/commands/command-menu.tsx";
import type { CommandId } from "../../../frame/commands/table.ts";
import { COLOR_NAMES, COLOR_SWATCHES } from "../../../ui/color-swatches.ts";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { consequencesInWords, consequencesOf } from "../../gestures/delete-selection.ts";
import { recolour } from "../../gestures/group.ts";
import { KIND_COMMAND_NAMES } from "../../gestures/kind-commands.ts";
import type { Node } from "../../model/model.ts";
import type { Doing } from "../commands/use-doing.ts";
import {
  ARRANGE_COMMANDS,
  CLIPBOARD_COMMANDS,
  CONNECT_COMMANDS,
  GROUP_COMMANDS,
  GROUPING_COMMANDS,
  KIND_COMMANDS,
  NODE_COMMANDS,
  NOTE_COMMANDS,
  SELECT_COMMANDS,
  STATUS_COMMANDS,
} from "./menu-commands.ts";

type ToEntries = (ids: CommandList) => readonly MenuEntry[];

/** The menu of what is selected: made of commands, with what deleting would leave behind said in its line. */
export function selectionEntries(
  doing: Doing,
  entries: ToEntries,
  reason: string | null,
  speakerOf: (node: Node) => string | undefined = () => undefined,
): readonly MenuEntry[] {
  const model = doing.model();
  const ids = doing.selection();
  const nodes = ids.filter((id) => model.nodes.has(id));
  const groups = ids.filter((id) => model.groups.has(id));
  const notes = ids.filter((id) => model.annotations.has(id));
  const lines: MenuEntry[] = [];
  if (nodes.length > 0) {
    if (nodes.length === 1) {
      lines.push(...entries(NODE_COMMANDS), knowledgeOf(model.nodes.get(nodes[0] ?? "")), "separator");
      lines.push({ title: "Connect", entries: entries(CONNECT_COMMANDS) });
    }
    const chosen = nodes.flatMap((id) => model.nodes.get(id) ?? []);
    const kind = onlyOne(chosen.map((node) => node.kind));
    const status = onlyOne(chosen.map((node) => node.status));
    lines.push({
      title: "Kind",
      entries: ticked(KIND_COMMANDS, kind === null ? null : `card.make-${KIND_COMMAND_NAMES[kind]}`),
    });
    lines.push({
      title: "Status",
      entries: ticked(STATUS_COMMANDS, status === null ? null : `card.mark-${status}`),
    });
    if (nodes.length === 1) lines.push(...entries(["card.set-start", "card.generate"]));
    const isGrouped = nodes.some((id) => model.nodes.get(id)?.group_id != null);
    if (isGrouped) lines.push({ title: "Group", entries: entries(GROUPING_COMMANDS) });
    else lines.push(...entries(["group.create"]));
  } else if (groups.length > 0) lines.push(...entries(GROUP_COMMANDS));
  else if (notes.length === 1) lines.push(...entries(NOTE_COMMANDS));
  if (groups.length + notes.length > 0) {
    const [first = ""] = [...groups, ...notes];
    const current = model.groups.get(first)?.color ?? model.annotations.get(first)?.color ?? null;
    const colors = colorEntries(COLORS.find((color) => color === current) ?? null, (color) => {
      doing.run(recolour(doing.model(), ids, color));
    });
    lines.push({ title: "Colour", entries: colors, disabledReason: reason });
  }
  lines.push("separator", { title: "Cut, copy, paste", entries: entries(CLIPBOARD_COMMANDS) });
  lines.push({ title: "Arrange", entries: entries(ARRANGE_COMMANDS) });
  lines.push({ title: "Select", entries: entries(SELECT_COMMANDS) });
  lines.push("separator", ...entries(["edit.delete"]).map((line) => withConsequences(line)));
  return lines;

  /** Lines of commands of which one is what the selection is already. */
  function ticked(commands: CommandList, current: CommandId | null): readonly MenuEntry[] {
    return commands.flatMap((id) => {
      const made = entries([id]);
      if (id === "-") return ["separator" as const];
      return id !== current ? made : made.map((line) => (typeof line === "string" ? line : { ...line, checked: true }));
    });
  }

  /** Returns the line that asks what the speaker of a card knows there, by name. */
  function knowledgeOf(node: Node | undefined): MenuEntry {
    const name = node === undefined ? undefined : speakerOf(node);
    const [line = "separator"] = entries(["card.knowledge"]);
    return typeof line === "string" || name === undefined ? line : { ...line, title: `What does ${name} know here?` };
  }

  function withConsequences(line: MenuEntry): MenuEntry {
    const after = consequencesInWords(consequencesOf(model, nodes), "before");
    return line === "separator" || "heading" in line || after === ""
      ? line
      : { ...line, title: `${line.title}. ${after}` };
  }
}

/** Returns the value that all have; null where they differ. */
function onlyOne<Value>(values: readonly Value[]): Value | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}

/** The colours of groups and notes, each with its name. */
function colorEntries(current: string | null, pick: (color: Color) => void): readonly MenuEntry[] {
  return COLORS.map((color) => ({
    title: COLOR_NAMES[color],
    icon: <span className={`size-3 rounded-round forced-color-adjust-none ${COLOR_SWATCHES[color]}`} />,
    ...(color === current && { checked: true }),
    onSelect: () => pick(color),
  }));
}
