"use client";

import { useRef } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { ImportPanel } from "./import-panel.tsx";

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  /** Files that were dropped on the page. */
  files?: readonly File[] | undefined;
}

/** The way in for stories from elsewhere. */
export function ImportDialog({ open, onClose, files }: ImportDialogProps) {
  const chooser = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import dialogues"
      description={
        <>
          Importing a file again updates what came from it; cards you added stay.{" "}
          <PageLink href="/docs/guides/import-and-export" className="link" target="_blank">
            How each format is imported
          </PageLink>
        </>
      }
      size="lg"
      initialFocus={chooser}
    >
      <ImportPanel initial={files} chooser={chooser} onClose={onClose} />
    </Dialog>
  );
}
