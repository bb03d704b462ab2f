"use client";

import { useState } from "react";
import { useDialogue, useDialogueState } from "../../editor/session/dialogue-context.ts";
import { whenSaved } from "../../editor/session/when-saved.ts";
import { useCommand } from "../../frame/commands/use-command.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useCopying } from "../../frame/commands/use-copying.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { late, useLate } from "../../ui/late.tsx";

const ExportLate = late(() => import("../../frame/export/export-dialog.tsx").then((part) => part.ExportDialog));

/** Offers to take the open dialogue elsewhere: its export, and the link and the id of it or of the selection in it. */
export function TakingOut() {
  const projectId = useProjectId();
  const session = useDialogue();
  const id = useDialogueState((state) => state.graph.id);
  const name = useDialogueState((state) => state.graph.name);
  const print = useCommand("dialogue.print");
  const [isOpen, setOpen] = useState(false);
  const Export = useLate(ExportLate, isOpen);
  useCommandHandlers({ "dialogue.export": () => setOpen(true) });
  useCopying(() => {
    const { active, nodes, groups } = session.store.getState();
    const href = `/projects/${projectId}/dialogues/${id}`;
    if (active === null) return { words: `“${name}”`, href, id };
    const words = nodes.has(active) ? "this card" : groups.has(active) ? "this group" : "this note";
    return { words, href: `${href}?card=${active}`, id: active };
  });

  async function send(): Promise<void> {
    if (await whenSaved(session)) return;
    throw new FormMistake("Your last changes are not saved yet. Export once they are.");
  }
  if (Export === null) return null;
  return (
    <Export
      dialogues={[{ id, name }]}
      before={send}
      // Once the window is gone: it would be on the paper.
      onPrint={() => setTimeout(print.run)}
      onClose={() => setOpen(false)}
    />
  );
}
