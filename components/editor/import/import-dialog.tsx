"use client";

import Link from "next/link";
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
      description={
        <>
          Importing a file again updates what came from it; cards you added stay.{" "}
          <Link href="/docs/guides/import-and-export" className="link" target="_blank">
            What becomes of each format
          </Link>
        </>
      }
      size="lg"
    >
      <ImportPanel initial={files} onClose={onClose} />
    </Dialog>
  );
}
