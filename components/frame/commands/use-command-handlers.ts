"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { useOnChange } from "../../ui/use-on-change.ts";
import { type CommandHandler, commandsChanged, registerHandlers } from "./registry.ts";
import type { CommandId } from "./table.ts";

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
  // What is shown of the handlers is what others must hear of.
  useOnChange([shown], () => {
    if (!isFirst.current) commandsChanged();
    isFirst.current = false;
  });
}
