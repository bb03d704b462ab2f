"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { late, useLate } from "../../ui/late.tsx";
import { showToast } from "../../ui/toast.ts";
import type { CommandPlace } from "./command.ts";
import { commandsFor, placeOf } from "./dispatch-keys.ts";
import { lettersSetting } from "./letters.ts";
import { isMacPlatform } from "./platform.ts";
import { actOf, awaitHandlers, commandOf, isAwaited, isHeld } from "./registry.ts";
import { SHORTCUTS } from "./shortcuts.ts";
import type { CommandId } from "./table.ts";
import { useTypedAhead } from "./typed-ahead.ts";
import { type UsableCommand, useCommands } from "./use-command.ts";
import { useCommandHandlers } from "./use-command-handlers.ts";

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Holds key presses for commands whose handlers are still loading, and passes them on once the handlers are registered. */
export function CommandsToCome({ place }: { place: CommandPlace }) {
  useBrowserLayoutEffect(() => awaitHandlers(place), [place]);
  return null;
}

/** Does a command, or says why it cannot be done. */
function attempt({ id, disabledReason, run }: UsableCommand): void {
  if (disabledReason === null) run();
  else if (commandOf(id).hidden !== true) showToast({ text: disabledReason });
}

/** Time after which a key press without a handler is forgotten. */
const KEPT_MS = 5_000;

const PaletteLate = late(() => import("./palette.tsx").then((part) => part.Palette));
const ShortcutsLate = late(() => import("./shortcuts-map.tsx").then((part) => part.ShortcutsMap));

/** Whether the press would do something here if single letters did. */
function isSwitchedOff(event: KeyboardEvent, isMac: boolean): boolean {
  const wanted = commandsFor(event, placeOf(event), SHORTCUTS, { isMac, areLettersOn: true });
  return wanted.some(({ id }) => actOf(id as CommandId) !== null);
}

let hasSaidLettersAreOff = false;

/** Says once on each visit why a letter did nothing. */
function sayLettersAreOff(): void {
  if (hasSaidLettersAreOff) return;
  hasSaidLettersAreOff = true;
  showToast({ text: "Single-letter shortcuts are switched off. Press ? for the switch." });
}

/** Listens for the keys of every command, and holds the palette and the map of shortcuts. Once a page. */
export function CommandHost() {
  const usable = useCommands();
  const latest = useRef(usable);
  useBrowserLayoutEffect(() => {
    latest.current = usable;
  });
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const Palette = useLate(PaletteLate, open === "palette");
  const ShortcutsMap = useLate(ShortcutsLate, open === "shortcuts");
  // While the palette is on its way, what is typed is meant for it.
  const typed = useTypedAhead(open === "palette", Palette !== null, () => setOpen(null));
  useCommandHandlers({
    "studio.palette": () => {
      if (open === "palette") return setOpen(null);
      setOpen("palette");
      // What is typed must not wait for a window that does not come.
      PaletteLate.fetch().catch(() => setOpen(null));
    },
    "studio.shortcuts": () => setOpen("shortcuts"),
  });

  const early = useRef<{ readonly id: CommandId; readonly at: number } | null>(null);
  useEffect(() => {
    const pressed = early.current;
    if (pressed === null || actOf(pressed.id) === null) return;
    early.current = null;
    if (performance.now() - pressed.at < KEPT_MS) attempt(usable(pressed.id));
  });

  useEffect(() => {
    const isMac = isMacPlatform();
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.key === "Process") return;
      const areLettersOn = lettersSetting.get() === "on";
      const wanted = commandsFor(event, placeOf(event), SHORTCUTS, { isMac, areLettersOn });
      const command = wanted.find(({ id }) => actOf(id as CommandId) !== null);
      if (command !== undefined) {
        event.preventDefault();
        if (!isHeld(command)) attempt(latest.current(command.id as CommandId));
        return;
      }
      if (!areLettersOn && isSwitchedOff(event, isMac)) return sayLettersAreOff();
      const later = wanted.find(({ place }) => isAwaited(place));
      // Tab is the browser's own where there is nothing to go to, which only those who are to come would know.
      if (later === undefined || early.current !== null || event.key === "Tab") return;
      event.preventDefault();
      early.current = { id: later.id as CommandId, at: performance.now() };
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  const close = () => setOpen(null);
  return (
    <>
      {Palette !== null && <Palette typed={typed.current} onClose={close} />}
      {ShortcutsMap !== null && <ShortcutsMap onClose={close} />}
    </>
  );
}
