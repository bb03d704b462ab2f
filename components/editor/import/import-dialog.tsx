"use client";

import { useRef } from "react";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { handRows } from "./handed-rows.ts";
import { ImportPanel } from "./import-panel.tsx";
import type { PickedRows } from "./picked-rows.ts";
import { useImport } from "./use-import.ts";

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  /** Files that were dropped on the page. */
  files?: readonly File[] | undefined;
}

/** The way in for stories from elsewhere; rows of tables and notes are led to the page that shows their columns. */
export function ImportDialog({ open, onClose, files }: ImportDialogProps) {
  const chooser = useRef<HTMLButtonElement>(null);
  const projectId = useProjectId();
  const openPage = useOpenPage();
  const onRows = (rows: PickedRows) => {
    handRows(rows);
    onClose();
    openPage(`/projects/${projectId}/import`);
  };
  const imports = useImport(onRows);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import"
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
      <ImportPanel imports={imports} initial={files} chooser={chooser} onRows={onRows} onClose={onClose} />
    </Dialog>
  );
}
