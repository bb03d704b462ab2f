"use client";

import { type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usualChoice } from "./event-choice.ts";
import { EventPicker } from "./event-picker.tsx";
import { type NewWebhook, useReadWebhooksAgain, useWebhookEvents } from "./webhook-queries.ts";

const FORM = { fields: ["url", "description", "events", "delivers"] };

export interface NewWebhookDialogProps {
  onClose: () => void;
  onMade: (webhook: NewWebhook) => void;
}

/** Asks which address is to be told of what, and makes the webhook. */
export function NewWebhookDialog({ onClose, onMade }: NewWebhookDialogProps) {
  const form = useId();
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadWebhooksAgain();
  const all = useWebhookEvents();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const kinds = (all ?? []).filter(({ subject_type }) => subject_type !== null).map(({ type }) => type);
  const events = chosen ?? usualChoice(kinds);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const typed = (field: string) => String(entries.get(field) ?? "").trim();
    setSending(true);
    try {
      const made = await client.webhooks.create.mutate({
        project_id,
        url: typed("url"),
        description: typed("description"),
        events: [...events],
        delivers: typed("delivers") === "commit" ? "commit" : "event",
      });
      await readAgain();
      onMade(made);
    } catch (error) {
      setErrors(formErrors(error, FORM));
      setSending(false);
    }
  }

  return (
    <DialogPopup
      size="lg"
      title="New webhook"
      description="From now on each change is sent to this address, signed. What happened before is not."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending || all === undefined}>
            {isSending ? "Making…" : "Make webhook"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4" noValidate>
        <FormSummary title="No webhook was made" errors={errors} />
        <FormField label="Address" hint="An https address that the public internet reaches." errors={errors.fields.url}>
          {(control) => (
            <input
              {...control}
              name="url"
              type="url"
              placeholder="https://example.com/fabula"
              autoComplete="off"
              spellCheck={false}
              required
              className={`${CONTROL} font-code`}
            />
          )}
        </FormField>
        <FormField label="What it is for (optional)" errors={errors.fields.description}>
          {(control) => <input {...control} name="description" dir="auto" autoComplete="off" className={CONTROL} />}
        </FormField>
        <FormField
          label="One message for"
          hint="Importing a thousand cards is saved together: one message, or a thousand."
          errors={errors.fields.delivers}
        >
          {(control) => (
            <select {...control} name="delivers" defaultValue="event" className={`${CONTROL} cursor-pointer`}>
              <option value="event">each event</option>
              <option value="commit">all that was saved together, a commit</option>
            </select>
          )}
        </FormField>
        {all === undefined ? (
          <Skeleton className="h-64" />
        ) : (
          <EventPicker events={events} onChange={setChosen} errors={errors.fields.events} />
        )}
      </form>
    </DialogPopup>
  );
}
