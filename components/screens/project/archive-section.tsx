"use client";

import { Archive } from "lucide-react";
import type { Outputs } from "../../frame/api/client.ts";
import { useArchive } from "../../frame/project/use-archive.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { TitledSection } from "../../ui/titled-section.tsx";

/** Makes the project one that is only read, or takes that back. */
export function ArchiveSection({ project: { id, archived } }: { project: Outputs["projects"]["get"] }) {
  const { mutate, isPending, error } = useArchive();
  const manage = reasonOf(useCan({ whileArchived: true })("manage"));
  return (
    <TitledSection title="Archive">
      <p className="mb-3 text-13 text-ink-2">
        {archived
          ? "This project is read only. Unarchive it to edit it again."
          : "An archived project can be read, exported and copied, but not edited. You find it below your projects and can unarchive it at any time."}
      </p>
      <Button
        icon={<Archive aria-hidden="true" size={14} />}
        disabled={isPending}
        disabledReason={manage}
        onClick={() => mutate({ id, archived: !archived })}
      >
        {archived ? "Unarchive" : "Archive the project"}
      </Button>
      {error !== null && <AlertLine className="mt-2 text-13">{whyNot(error)}</AlertLine>}
    </TitledSection>
  );
}
