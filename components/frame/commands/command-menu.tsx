"use client";

import type { ReactElement, ReactNode } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, type PopupTriggerProps } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import type { CommandId } from "./table.ts";
import { type UsableCommand, useCommand, useCommands } from "./use-command.ts";

/** Commands in the order of a menu; `-` is a line between them. */
export type CommandList = readonly (CommandId | "-")[];

/** The lines of a menu, from the table. What nobody on this screen does is not drawn. */
export function commandEntries(ids: CommandList, usable: (id: CommandId) => UsableCommand): readonly MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const id of ids) {
    if (id === "-") {
      if (entries.length > 0 && entries.at(-1) !== "separator") entries.push("separator");
      continue;
    }
    const { isOffered, title, keys, disabledReason, checked, run } = usable(id);
    if (isOffered) entries.push({ title, keys, disabledReason, checked, onSelect: run });
  }
  return entries.at(-1) === "separator" ? entries.slice(0, -1) : entries;
}

/** The same, inside a component. */
export function useCommandEntries(): (ids: CommandList) => readonly MenuEntry[] {
  const usable = useCommands();
  return (ids) => commandEntries(ids, usable);
}

interface CommandMenuProps {
  ids: CommandList;
  trigger: (props: PopupTriggerProps) => ReactElement;
  align?: "start" | "center" | "end" | undefined;
  side?: "bottom" | "top" | "right" | "left" | undefined;
}

/** A button that opens a menu of commands. */
export function CommandMenu({ ids, trigger, align, side }: CommandMenuProps) {
  const entries = useCommandEntries();
  return <Menu entries={() => entries(ids)} trigger={trigger} align={align} side={side} />;
}

interface CommandButtonProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  id: CommandId;
  icon?: ReactNode;
  /** Whether only the icon is drawn; the words are its name and tooltip. */
  isIconOnly?: boolean | undefined;
  /** Label in place of the table's, where there is little room. */
  label?: string | undefined;
}

/** A button that does a command. Where nobody does it, there is no button. */
export function CommandButton({ id, icon, isIconOnly = false, label, variant, size, className }: CommandButtonProps) {
  const command = useCommand(id);
  if (!command.isOffered) return null;
  const shared = {
    "aria-keyshortcuts": command.ariaKeys,
    "aria-pressed": command.checked,
    disabledReason: command.disabledReason,
    onClick: command.run,
    className,
  };
  if (isIconOnly) {
    return <IconButton label={label ?? command.title} keys={command.keys} icon={icon} size={size} {...shared} />;
  }
  return (
    <Button
      variant={variant}
      size={size}
      icon={icon}
      data-tip={label === undefined && command.keys === null ? undefined : command.title}
      data-tip-keys={command.keys ?? undefined}
      {...shared}
    >
      <span className="command-words">{label ?? command.title}</span>
    </Button>
  );
}
