"use client";

import { useSyncExternalStore } from "react";
import { type Permission, useCan } from "../session/can.ts";
import type { Command } from "./command.ts";
import { ariaKeys, showKeys } from "./keys.ts";
import { useIsMac } from "./platform.ts";
import { actOf, commandOf, commandsVersion, subscribeCommands } from "./registry.ts";
import type { CommandId } from "./table.ts";

/** A command as it stands here and now. */
export interface UsableCommand {
  readonly id: CommandId;
  readonly title: string;
  /** First shortcut as this platform writes it; null without one. */
  readonly keys: string | null;
  /** All of them, for `aria-keyshortcuts`. */
  readonly ariaKeys: string | undefined;
  /** Whether a component of this screen handles it. */
  readonly isOffered: boolean;
  readonly permission: Permission;
  /** Reason why it is disabled; null when it is enabled. */
  readonly disabledReason: string | null;
  readonly checked: boolean | undefined;
  /** Does it, if it can be done. */
  run(): void;
}

/** Makes commands usable: `const usable = useCommands(); usable("edit.undo").run()`. Renders again when any changes. */
export function useCommands(): (id: CommandId) => UsableCommand {
  useSyncExternalStore(subscribeCommands, commandsVersion, () => 0);
  const can = useCan();
  const isMac = useIsMac();
  return (id) => {
    const command: Command = commandOf(id);
    const act = actOf(id);
    const permission: Permission = command.action === undefined ? { allowed: true } : can(command.action);
    const disabledReason = permission.allowed ? (act?.disabled ?? null) : permission.reason;
    const keys = command.keys ?? [];
    return {
      id,
      title: command.title,
      keys: keys[0] === undefined ? null : showKeys(keys[0], isMac),
      ariaKeys: keys.length === 0 ? undefined : keys.map((each) => ariaKeys(each, isMac)).join(" "),
      isOffered: act !== null,
      permission,
      disabledReason,
      checked: act?.checked,
      run: () => {
        if (disabledReason === null) actOf(id)?.run();
      },
    };
  };
}

/** One command as it stands here and now: its words, its keys, whether it can be done, and how. */
export function useCommand(id: CommandId): UsableCommand {
  return useCommands()(id);
}
