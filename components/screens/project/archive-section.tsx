"use client";

import { Archive } from "lucide-react";
import type { Outputs } from "../../frame/api/client.ts";
import { useArchive } from "../../frame/project/use-archive.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { Section } from "./section.tsx";

/** Makes the project one that is only read, or takes that back. */
export function ArchiveSection({ project: { id, archived } }: { project: Outputs["projects"]["get"] }) {
  const { mutate, isPending, error } = useArchive();
  const administer = reasonOf(useCan({ whileArchived: true })("administer"));
  return (
    <Section title="Archive">
      <p className="mb-3 text-13 text-ink-2">
        {archived
          ? "It is only read. Taken out of the archive, it can be changed again."
          : "An archived project can be read, exported and copied, and nothing in it changes. It waits below your projects, and you can take it out at any time."}
      </p>
      <Button
        icon={<Archive aria-hidden="true" size={14} />}
        disabled={isPending}
        disabledReason={administer}
        onClick={() => mutate({ id, archived: !archived })}
      >
        {archived ? "Take it out of the archive" : "Archive the project"}
      </Button>
      {error !== null && (
        <p role="alert" className="mt-2 text-13 text-error">
          {whyNot(error)}
        </p>
      )}
    </Section>
  );
}
