"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { useReadWebhooksAgain } from "./webhook-queries.ts";

export interface RecoverDialogProps {
  webhookId: string;
  /** After which sequence to begin; null lets the person choose a time. */
  sinceSeq: number | null;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;
/** After how long it is looked for deliveries that a recovery makes; from the first one that is there, the list watches by itself. */
const MADE_MS = [500, 1_500, 4_000];
const SPANS = [
  { hours: 1, label: "the last hour" },
  { hours: 24, label: "the last day" },
  { hours: 7 * 24, label: "the last week" },
  { hours: 30 * 24, label: "the last thirty days" },
] as const;

/** Sends what a webhook was never told of; how much that is, is said before anything is sent. */
export function RecoverDialog({ webhookId, sinceSeq, onClose }: RecoverDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const readAgain = useReadWebhooksAgain();
  const [hours, setHours] = useState<number>(24);
  const [opened] = useState(() => Date.now());
  const range =
    sinceSeq === null ? { since: new Date(opened - hours * HOUR_MS).toISOString() } : { since_seq: sinceSeq };
  const input = { project_id, webhook_id: webhookId, ...range };
  const count = useQuery({
    queryKey: [...api.webhooks.recover.mutationKey(), "count", input],
    queryFn: () => client.webhooks.recover.mutate({ ...input, dry_run: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const recover = useMutation(
    api.webhooks.recover.mutationOptions({
      onSuccess: async ({ count }) => {
        showToast({ text: `${counted(count, "delivery", "deliveries")} on the way, in the order of the events.` });
        await readAgain();
        // They are made after the answer, piece by piece: the first of them are seen without waiting for the next look.
        for (const laterMs of MADE_MS) setTimeout(() => void readAgain(), laterMs);
        onClose();
      },
    }),
  );
  const found = count.data?.count ?? 0;
  const error = recover.error ?? count.error;
  return (
    <DialogPopup
      size="sm"
      title="Send what was missed"
      description="What failed, what was cancelled, and what happened while the webhook was off. What was delivered, or is about to be tried again, is left as it is."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sinceSeq === null ? "Cancel" : "Leave it"}</Button>
          <Button
            variant="primary"
            disabled={recover.isPending || count.isPending}
            disabledReason={count.data !== undefined && found === 0 ? "There is nothing to send." : null}
            onClick={() => recover.mutate(input)}
          >
            {recover.isPending ? "Sending…" : found === 0 ? "Send" : `Send ${counted(found, "delivery", "deliveries")}`}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {sinceSeq === null && (
          <FormField label="Events of">
            {(control) => (
              <select
                {...control}
                className={`${CONTROL} cursor-pointer`}
                value={hours}
                onChange={({ target }) => setHours(Number(target.value))}
              >
                {SPANS.map((span) => (
                  <option key={span.hours} value={span.hours}>
                    {span.label}
                  </option>
                ))}
              </select>
            )}
          </FormField>
        )}
        <p role="status" className="numerals text-14">
          {count.isPending && "Counting…"}
          {count.data !== undefined &&
            (found === 0
              ? "Nothing was missed in this time."
              : `${counted(found, "delivery", "deliveries")} will be sent.`)}
        </p>
        {error !== null && (
          <Notice tone="error" announce>
            {error.message}
          </Notice>
        )}
      </div>
    </DialogPopup>
  );
}
