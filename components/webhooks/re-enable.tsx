"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/api-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { Button } from "../ui/button.tsx";
import { late, useLate } from "../ui/late.ts";
import { showToast } from "../ui/toast.ts";
import type { RecoverDialogProps } from "./recover-dialog.tsx";
import { useReadWebhooksAgain, type Webhook } from "./webhook-queries.ts";

const RecoverLate = late<RecoverDialogProps>(() => import("./recover-dialog.tsx").then((part) => part.RecoverDialog));

/** Switches a webhook on again, and offers to send what it has missed. */
export function ReEnable({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id } = webhook;
  const [missedAfter, setMissedAfter] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const administer = useCan()("administer");
  const readAgain = useReadWebhooksAgain();
  const Recover = useLate(RecoverLate, missedAfter !== null);
  const switchOn = useMutation(
    useApi().webhooks.update.mutationOptions({
      onSuccess: async ({ missed }) => {
        setProblem(null);
        // The place of the offer goes with the notice that the webhook is off: what was missed is asked about first.
        if (missed !== null) setMissedAfter(missed.from_seq - 1);
        else {
          showToast({ text: "It is on again, and has missed nothing." });
          await readAgain();
        }
      },
      onError: ({ message }) => setProblem(message),
    }),
  );
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        disabled={switchOn.isPending}
        disabledReason={reasonOf(administer)}
        onClick={() => switchOn.mutate({ project_id, webhook_id, active: true })}
      >
        {switchOn.isPending ? "Switching on…" : "Re-enable"}
      </Button>
      {problem !== null && (
        <span role="alert" className="text-12 text-error">
          {problem}
        </span>
      )}
      {Recover !== null && missedAfter !== null && (
        <Recover
          webhookId={webhook_id}
          sinceSeq={missedAfter}
          onClose={() => {
            setMissedAfter(null);
            void readAgain();
          }}
        />
      )}
    </>
  );
}
