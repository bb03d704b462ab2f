"use client";

import { useState } from "react";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { late, useLate } from "../../ui/late.tsx";

const LinesLate = late(() => import("../../editor/lines/lines-window.tsx").then((part) => part.LinesWindow));

/** The lines of the open dialogue as a table, in a window that is fetched when it is first asked for. */
export function LinesAsTable() {
  const [isOpen, setOpen] = useState(false);
  const Lines = useLate(LinesLate, isOpen);
  useCommandHandlers({ "dialogue.lines": () => setOpen(true) });
  return Lines === null ? null : <Lines onClose={() => setOpen(false)} />;
}
