"use client";

import { type ReactNode, useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { showToast } from "../../ui/toast.ts";
import { useReadWebhooksAgain, type Webhook } from "./webhook-queries.ts";

const RecoverLate = late(() => import("./recover-dialog.tsx").then((part) => part.RecoverDialog));

/** Events that a webhook missed while it was off: all after a sequence. */
export interface MissedEvents {
  readonly webhookId: string;
  readonly sinceSeq: number;
}

/**
 * Offers to send the events that were missed. The offer belongs to the page: the notice that a webhook is off
 * disappears when it is switched on, and would take the offer along.
 */
export function useMissedOffer(): { offer: (missed: MissedEvents) => void; dialog: ReactNode } {
  const [missed, setMissed] = useState<MissedEvents | null>(null);
  const Recover = useLate(RecoverLate, missed !== null);
  const dialog = Recover !== null && missed !== null && <Recover {...missed} onClose={() => setMissed(null)} />;
  return { offer: setMissed, dialog };
}

interface ReEnableProps {
  webhook: Webhook;
  onMissed: (missed: MissedEvents) => void;
}

/** Switches a webhook on again, and tells what it has missed. */
export function ReEnable({ webhook, onMissed }: ReEnableProps) {
  const project_id = useProjectId();
  const { webhook_id } = webhook;
  const manage = useCan()("manage");
  const readAgain = useReadWebhooksAgain();
  const switchOn = useChange(
    useApi().webhooks.update.mutationOptions({
      onSuccess: ({ missed }) => {
        if (missed === null) showToast({ text: "It is on again. Nothing was missed." });
        else onMissed({ webhookId: webhook_id, sinceSeq: missed.from_seq - 1 });
        return readAgain();
      },
    }),
  );
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        disabled={switchOn.isPending}
        disabledReason={reasonOf(manage)}
        onClick={() => switchOn.mutate({ project_id, webhook_id, active: true })}
      >
        {switchOn.isPending ? "Switching on…" : "Re-enable"}
      </Button>
      {switchOn.problem !== null && (
        <span role="alert" className="text-12 text-error">
          {switchOn.problem}
        </span>
      )}
    </>
  );
}
