"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { late, useLate } from "../ui/late.ts";
import { showToast } from "../ui/toast.ts";
import { commandsFor, placeOf, shortcutsOf } from "./dispatch-keys.ts";
import { lettersSetting } from "./letters.ts";
import type { PaletteProps } from "./palette.tsx";
import { isMacPlatform } from "./platform.ts";
import { actOf, type CommandHandler, commandsChanged, registerHandlers } from "./registry.ts";
import type { ShortcutsMapProps } from "./shortcuts-map.tsx";
import { COMMANDS, type CommandId } from "./table.ts";
import { useCommands } from "./use-command.ts";

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/**
 * Says who does what while this component is mounted; the last one mounted is asked. A handler is a function, or an
 * object that also says why it cannot be done now (`disabled`) or that it is on (`checked`).
 */
export function useCommandHandlers(handlers: Partial<Record<CommandId, CommandHandler>>): void {
  const latest = useRef(handlers);
  useBrowserLayoutEffect(() => {
    latest.current = handlers;
  });
  const ids = Object.keys(handlers).sort().join(" ");
  const shown = JSON.stringify(
    Object.entries(handlers).map(([id, handler]) =>
      typeof handler === "function" ? id : [id, handler.disabled, handler.checked],
    ),
  );
  useBrowserLayoutEffect(
    () => registerHandlers(ids === "" ? [] : (ids.split(" ") as CommandId[]), () => latest.current),
    [ids],
  );
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown of the handlers is what others must hear of.
  useEffect(() => {
    if (!isFirst.current) commandsChanged();
    isFirst.current = false;
  }, [shown]);
}

const PaletteLate = late<PaletteProps>(() => import("./palette.tsx").then((part) => part.Palette));
const ShortcutsLate = late<ShortcutsMapProps>(() => import("./shortcuts-map.tsx").then((part) => part.ShortcutsMap));
const SHORTCUTS = shortcutsOf(COMMANDS);

/** Listens for the keys of every command, and holds the palette and the map of shortcuts. Once a page. */
export function CommandHost() {
  const usable = useCommands();
  const latest = useRef(usable);
  useBrowserLayoutEffect(() => {
    latest.current = usable;
  });
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  // While the palette is on its way, what is typed is meant for it.
  const typed = useRef<string | null>(null);
  useCommandHandlers({
    "studio.palette": () => {
      typed.current = open === "palette" ? null : "";
      setOpen(open === "palette" ? null : "palette");
    },
    "studio.shortcuts": () => setOpen("shortcuts"),
  });

  useEffect(() => {
    const isMac = isMacPlatform();
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.key === "Process") return;
      if (typed.current !== null && [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        typed.current += event.key;
        event.preventDefault();
        return;
      }
      const areLettersOn = lettersSetting.get() === "on";
      const wanted = commandsFor(event, placeOf(event), SHORTCUTS, { isMac, areLettersOn });
      const command = wanted.find(({ id }) => actOf(id as CommandId) !== null);
      if (command === undefined) return;
      event.preventDefault();
      const { disabledReason, run } = latest.current(command.id as CommandId);
      if (disabledReason === null) run();
      else if (command.hidden !== true) showToast({ text: disabledReason });
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  const Palette = useLate(PaletteLate, open === "palette");
  const ShortcutsMap = useLate(ShortcutsLate, open === "shortcuts");
  const early = useRef("");
  if (Palette !== null && typed.current !== null) {
    early.current = typed.current;
    typed.current = null;
  }
  const close = () => {
    typed.current = null;
    setOpen(null);
  };
  return (
    <>
      {Palette !== null && <Palette typed={early.current} onClose={close} />}
      {ShortcutsMap !== null && <ShortcutsMap onClose={close} />}
    </>
  );
}
