"use client";

import { Archive } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useArchive } from "../project/use-archive.ts";
import { reasonOf, useCan, useIsArchived } from "../session/can.ts";

/** Says that the project is archived, and takes it out. Nothing while an earlier moment is looked at, which is only read anyway. */
export function ArchivedFrame() {
  const id = useProjectId();
  const { at } = useMoment();
  const isArchived = useIsArchived();
  const manage = reasonOf(useCan({ whileArchived: true })("manage"));
  const { mutate, isPending, error } = useArchive();
  if (!isArchived || at !== null) return null;
  return (
    <div
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-4 py-1 text-13 text-ink-2 print:hidden"
    >
      <p className="flex items-center gap-2">
        <Archive aria-hidden="true" className="size-4 shrink-0" />
        This project is archived and read only.
      </p>
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {error !== null && <span className="text-error">{whyNot(error)}</span>}
        <Button size="sm" disabled={isPending} disabledReason={manage} onClick={() => mutate({ id, archived: false })}>
          Unarchive
        </Button>
      </span>
    </div>
  );
}
