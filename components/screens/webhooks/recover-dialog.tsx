"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useDryRun } from "../../frame/api/use-dry-run.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Fields } from "../../ui/form/form.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { useReadWebhooksAgain } from "./webhook-queries.ts";

interface RecoverDialogProps {
  webhookId: string;
  /** Sequence after which the recovery begins; null lets the person choose a time. */
  sinceSeq: number | null;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;
/**
 * Milliseconds after which the list is read for the deliveries that a recovery makes; from the first one on, the list
 * repeats its reads by itself.
 */
const MADE_MS = [500, 1_500, 4_000];
const SPANS = [
  { value: "1", label: "the last hour" },
  { value: "24", label: "the last day" },
  { value: String(7 * 24), label: "the last week" },
  { value: String(30 * 24), label: "the last thirty days" },
];

/** Dialog that sends the events that a webhook missed; it states their number before anything is sent. */
export function RecoverDialog({ webhookId, sinceSeq, onClose }: RecoverDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadWebhooksAgain();
  const [opened] = useState(() => Date.now());
  const form = useForm({
    start: { hours: "24" },
    fields: { hours: { label: "Events of", options: SPANS, when: () => sinceSeq === null } },
    failed: "The deliveries were not sent",
    send: async () => {
      const { count } = await client.webhooks.recover.mutate(input);
      showToast({ text: `${counted(count, "delivery", "deliveries")} queued, in the order of the events.` });
      await readAgain();
      // They are made after the answer, piece by piece: the first of them are seen without waiting for the next look.
      for (const laterMs of MADE_MS) setTimeout(() => void readAgain(), laterMs);
      onClose();
    },
  });
  const since = new Date(opened - Number(form.values.hours) * HOUR_MS).toISOString();
  const input = { project_id, webhook_id: webhookId, ...(sinceSeq === null ? { since } : { since_seq: sinceSeq }) };
  const { data, error, isPending } = useDryRun(
    (asked: typeof input) => client.webhooks.recover.mutate({ ...asked, dry_run: true }),
    input,
  );
  const found = data?.count ?? 0;
  return (
    <FormDialog
      form={form}
      title="Send missed deliveries"
      description="Sends failed and cancelled deliveries, and events from while the webhook was off. Delivered and pending ones are not sent again."
      submit={found === 0 ? "Send" : `Send ${counted(found, "delivery", "deliveries")}`}
      busy="Sending…"
      disabledReason={isPending ? "Counting…" : data !== undefined && found === 0 ? "There is nothing to send." : null}
      onClose={onClose}
    >
      <Fields form={form} />
      <p role="status" className="numerals text-14">
        {isPending && "Counting…"}
        {data !== undefined &&
          (found === 0
            ? "Nothing was missed in this time."
            : `${counted(found, "delivery", "deliveries")} will be sent.`)}
      </p>
      {error !== null && (
        <Notice tone="error" announce>
          {whyNot(error)}
        </Notice>
      )}
    </FormDialog>
  );
}
