"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usualChoice } from "./chosen-events.ts";
import { EventPicker } from "./event-picker.tsx";
import { type NewWebhook, useReadWebhooksAgain, useWebhookEvents } from "./webhook-queries.ts";

interface NewWebhookDialogProps {
  onClose: () => void;
  onMade: (webhook: NewWebhook) => void;
}

/** Asks which address is to be told of what, and makes the webhook. */
export function NewWebhookDialog({ onClose, onMade }: NewWebhookDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadWebhooksAgain();
  const all = useWebhookEvents();
  const kinds = (all ?? []).filter(({ subject_type }) => subject_type !== null).map(({ type }) => type);
  const form = useForm<Omit<Inputs["webhooks"]["create"], "project_id">>({
    schema: SCHEMAS["webhooks.create"],
    start: { url: "", description: "", delivers: "event", events: usualChoice(kinds) },
    fields: {
      url: {
        label: "Address",
        help: "An https address that the public internet reaches.",
        placeholder: "https://example.com/fabula",
        type: "url",
        isCode: true,
      },
      description: { label: "What it is for (optional)", isLine: true },
      delivers: {
        label: "One message for",
        help: "Importing a thousand cards is saved together: one message, or a thousand.",
        options: [
          { value: "event", label: "each event" },
          { value: "commit", label: "all that was saved together, a commit" },
        ],
      },
      events: {
        label: "Events",
        draw: (control) => (all === undefined ? <Skeleton className="h-64" /> : <EventPicker control={control} />),
      },
    },
    failed: "No webhook was made",
    send: async (webhook) => {
      const made = await client.webhooks.create.mutate({ project_id, ...webhook });
      await readAgain();
      onMade(made);
    },
  });
  return (
    <FormDialog
      size="lg"
      form={form}
      title="New webhook"
      description="From now on each change is sent to this address, signed. What happened before is not."
      submit="Make webhook"
      busy="Making…"
      disabledReason={all === undefined ? "The kinds of events are on their way." : null}
      onClose={onClose}
    />
  );
}
