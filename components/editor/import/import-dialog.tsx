"use client";

import { Dialog } from "../../ui/dialog.tsx";
import { ImportPanel } from "./import-panel.tsx";

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  /** Files that were dropped on the page. */
  files?: readonly File[] | undefined;
}

/** The way in for stories from elsewhere. */
export function ImportDialog({ open, onClose, files }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import dialogues"
      description="Importing a file again updates what came from it; cards you added stay."
      size="lg"
    >
      <ImportPanel initial={files} onClose={onClose} />
    </Dialog>
  );
}
