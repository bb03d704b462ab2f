"use client";

import { type ComponentType, useState } from "react";
import { useDialogue, useDialogueState } from "../../editor/session/dialogue-context.ts";
import { whenSaved } from "../../editor/session/when-saved.ts";
import { useViewStore } from "../../editor/store/view-state.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { ReplaceCommand } from "../../frame/replace/replace-command.tsx";
import type { ShareDialogProps } from "../../frame/sharing/share-dialog.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { late, useLate } from "../../ui/late.tsx";

const ShareLate = late(() => import("../../frame/sharing/share-dialog.tsx").then((part) => part.ShareDialog));

/** The commands of the open dialogue that open a window over it: sharing it, and replacing words in all of them. */
export function WindowCommands() {
  const session = useDialogue();
  const beforehand = async () => {
    if (!(await whenSaved(session)))
      throw new FormMistake("Your last changes are not saved yet. Try again once they are.");
  };
  return (
    <>
      <ShareCommand beforehand={beforehand} />
      <ReplaceCommand beforehand={beforehand} />
    </>
  );
}

interface Beforehand {
  /** Sees to it that what is still being typed is on the server. */
  beforehand: () => Promise<void>;
}

function ShareCommand({ beforehand }: Beforehand) {
  const [isOpen, setOpen] = useState(false);
  const Share = useLate(ShareLate, isOpen);
  useCommandHandlers({ "dialogue.share": () => setOpen(true) });
  return Share === null || !isOpen ? null : (
    <OfDialogue onClose={() => setOpen(false)} Share={Share} beforehand={beforehand} />
  );
}

interface OfDialogueProps extends Beforehand {
  Share: ComponentType<ShareDialogProps>;
  onClose: () => void;
}

function OfDialogue({ Share, onClose, beforehand }: OfDialogueProps) {
  const view = useViewStore();
  const id = useDialogueState((state) => state.graph.id);
  const name = useDialogueState((state) => state.graph.name);
  return (
    <Share
      dialogue={{ id, name }}
      onClose={onClose}
      beforehand={beforehand}
      onPaths={(pathsOf) => {
        onClose();
        view.setState({ side: "paths", pathsOf });
      }}
    />
  );
}
