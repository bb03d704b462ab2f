"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { TitledSection } from "../../ui/titled-section.tsx";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useOpenPage } from "../../ui/use-open-page.ts";

/** Deletes the project. For thirty days it comes back from the home page. */
export function DeleteSection({ project }: { project: Outputs["projects"]["get"] }) {
  const api = useApi();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  const openPage = useOpenPage();
  const manage = reasonOf(useCan({ whileArchived: true })("manage"));
  const [isAsking, setAsking] = useState(false);
  const { id: project_id, name } = project;

  const restore = useChange(
    api.projects.restore.mutationOptions({
      onSuccess: readAgain,
      onError: (error) => showToast({ text: `“${name}” could not be restored: ${whyNot(error)}` }),
    }),
  );
  const remove = useChange(
    api.projects.delete.mutationOptions({
      onSuccess: async () => {
        showToast({
          text: `“${name}” is deleted. You can restore it for 30 days, below your projects.`,
          stays: LONG_TOAST_MS,
          undo: () => restore.mutate({ project_id }),
        });
        openPage("/");
        await readAgain();
      },
    }),
  );
  return (
    <TitledSection title="Delete">
      <p className="mb-3 text-13 text-ink-2">
        Games and keys lose access at once. You can restore it from your home page for 30 days.
      </p>
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={14} />}
        disabledReason={manage}
        onClick={() => setAsking(true)}
      >
        Delete the project
      </Button>
      <AlertLine className="mt-2 text-13">{remove.problem}</AlertLine>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete “${name}”?`}
        description="Everything in it is deleted, and games that read it stop working. You can restore it for 30 days."
        action="Delete the project"
        toType={name}
        onAct={() => remove.mutate({ project_id })}
      />
    </TitledSection>
  );
}
