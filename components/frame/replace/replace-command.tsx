"use client";

import { useState } from "react";
import { late, useLate } from "../../ui/late.tsx";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import type { ReplaceDialogProps } from "./replace-dialog.tsx";

const ReplaceLate = late(() => import("./replace-dialog.tsx").then((part) => part.ReplaceDialog));

/** The command that replaces words in all dialogues of a project, and its window while it is open. */
export function ReplaceCommand({ beforehand }: Pick<ReplaceDialogProps, "beforehand">) {
  const [isOpen, setOpen] = useState(false);
  const Replace = useLate(ReplaceLate, isOpen);
  useCommandHandlers({ "replace.open": () => setOpen(true) });
  return Replace === null || !isOpen ? null : <Replace beforehand={beforehand} onClose={() => setOpen(false)} />;
}
