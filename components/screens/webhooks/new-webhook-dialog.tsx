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
        help: "A public https address.",
        placeholder: "https://example.com/fabula",
        type: "url",
        isCode: true,
      },
      description: { label: "Purpose (optional)", isLine: true },
      delivers: {
        label: "Send one message for",
        help: "An import of a thousand cards is one commit, but a thousand events.",
        options: [
          { value: "event", label: "each event" },
          { value: "commit", label: "each commit: all changes saved together" },
        ],
      },
      events: {
        label: "Events",
        draw: (control) => (all === undefined ? <Skeleton className="h-64" /> : <EventPicker control={control} />),
      },
    },
    failed: "The webhook was not created",
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
      description="Each change from now on is sent to this address, signed."
      submit="Create webhook"
      busy="Creating…"
      disabledReason={all === undefined ? "Loading the kinds of events…" : null}
      onClose={onClose}
    />
  );
}
