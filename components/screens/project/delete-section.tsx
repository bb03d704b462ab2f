"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { lookAgain } from "../../frame/api/look-again.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { Section } from "./section.tsx";

/** Deletes the project. For thirty days it comes back from the home page. */
export function DeleteSection({ project }: { project: Outputs["projects"]["get"] }) {
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const router = useRouter();
  const administer = reasonOf(useCan({ whileArchived: true })("administer"));
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id: project_id, name } = project;
  const readAgain = () => lookAgain(queries, api.projects.pathKey());

  async function remove(): Promise<void> {
    setProblem(null);
    try {
      await client.projects.delete.mutate({ project_id });
      showToast({
        text: `“${name}” is deleted. For 30 days it waits below your projects.`,
        stays: LONG_TOAST_MS,
        undo: () =>
          void client.projects.restore
            .mutate({ project_id })
            .then(readAgain)
            .catch((error) => showToast({ text: `“${name}” could not be brought back: ${whyNot(error)}` })),
      });
      router.push("/");
      await readAgain();
    } catch (error) {
      setProblem(whyNot(error));
    }
  }
  return (
    <Section title="Delete">
      <p className="mb-3 text-13 text-ink-2">
        Games and keys find it no more. For 30 days you can bring it back from your home page, with everything in it.
      </p>
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={14} />}
        disabledReason={administer}
        onClick={() => setAsking(true)}
      >
        Delete the project
      </Button>
      {problem !== null && (
        <p role="alert" className="mt-2 text-13 text-error">
          {problem}
        </p>
      )}
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete “${name}”?`}
        description="Everything in it goes with it, and whatever reads it stops working. For 30 days it can be brought back."
        action="Delete the project"
        toType={name}
        onAct={() => void remove()}
      />
    </Section>
  );
}
