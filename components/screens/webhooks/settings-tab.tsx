"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { EventPicker } from "./event-picker.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { useReadWebhooksAgain, type Webhook } from "./webhook-queries.ts";

const FORM = { fields: ["url", "description", "events"] };

/** How a webhook is set up, and what ends it. */
export function SettingsTab({ webhook }: { webhook: Webhook }) {
  return (
    <div className="max-w-3xl space-y-8 px-5 py-4">
      <SettingsForm webhook={webhook} />
      <RotateSecret webhook={webhook} />
      <Ends webhook={webhook} />
    </div>
  );
}

function SettingsForm({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id, delivers } = webhook;
  const client = useStudioClient();
  const readAgain = useReadWebhooksAgain();
  const administer = useCan()("administer");
  const [draft, setDraft] = useState({ url: webhook.url, description: webhook.description, events: webhook.events });
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const changed = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(webhook[name as keyof typeof draft]),
  );

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!administer.allowed || isSending || changed.length === 0) return;
    setSending(true);
    try {
      // Only what differs is sent, so that others' changes of the rest stand.
      await client.webhooks.update.mutate({ project_id, webhook_id, ...Object.fromEntries(changed) });
      setErrors(NO_ERRORS);
      await readAgain();
      showToast({ text: "The webhook is changed." });
    } catch (error) {
      setErrors(formErrors(error, FORM));
    } finally {
      setSending(false);
    }
  }

  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      <FormSummary title="The changes were not saved" errors={errors} />
      <FormField label="Address" errors={errors.fields.url}>
        {(control) => (
          <input
            {...control}
            type="url"
            value={draft.url}
            autoComplete="off"
            spellCheck={false}
            readOnly={!administer.allowed}
            onChange={({ target }) => setDraft({ ...draft, url: target.value })}
            className={`${CONTROL} font-code`}
          />
        )}
      </FormField>
      <FormField label="What it is for" errors={errors.fields.description}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            value={draft.description}
            autoComplete="off"
            readOnly={!administer.allowed}
            onChange={({ target }) => setDraft({ ...draft, description: target.value })}
            className={CONTROL}
          />
        )}
      </FormField>
      <p className="text-13 text-ink-2">
        {delivers === "commit"
          ? "One message for all that was saved together, a commit."
          : "One message for each event."}
      </p>
      <EventPicker
        events={draft.events}
        errors={errors.fields.events}
        readOnly={!administer.allowed}
        onChange={(events) => setDraft({ ...draft, events })}
      />
      <Button
        type="submit"
        size="sm"
        variant="primary"
        disabled={isSending}
        disabledReason={reasonOf(administer) ?? (changed.length === 0 ? "Nothing is changed." : null)}
      >
        {isSending ? "Saving…" : "Save changes"}
      </Button>
    </form>
  );
}

function Ends({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id, url, active } = webhook;
  const api = useApi();
  const client = useStudioClient();
  const router = useRouter();
  const readAgain = useReadWebhooksAgain();
  const administer = useCan()("administer");
  const [isAsking, setAsking] = useState(false);
  const switchOff = useMutation(api.webhooks.update.mutationOptions({ onSuccess: readAgain }));
  const remove = useMutation(
    api.webhooks.delete.mutationOptions({
      onSuccess: async () => {
        router.push(`/projects/${project_id}/webhooks`);
        showToast({
          text: "The webhook is deleted.",
          stays: LONG_TOAST_MS,
          undo: () =>
            void client.webhooks.restore
              .mutate({ project_id, webhook_id })
              .then(readAgain, (error: Error) => showToast({ text: error.message })),
        });
        await readAgain();
      },
    }),
  );
  const problem = switchOff.error ?? remove.error;
  return (
    <section aria-label="Switching off" className="border-line border-t pt-4">
      <div className="flex flex-wrap gap-3">
        {active && (
          <Button
            size="sm"
            disabled={switchOff.isPending}
            disabledReason={reasonOf(administer)}
            onClick={() => switchOff.mutate({ project_id, webhook_id, active: false })}
          >
            Switch off
          </Button>
        )}
        <Button size="sm" variant="danger" disabledReason={reasonOf(administer)} onClick={() => setAsking(true)}>
          Delete webhook…
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 text-12 text-error">
          {problem.message}
        </p>
      )}
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this webhook?"
        description={
          <p>
            Nothing more is sent to <span className="break-all font-code text-12">{url}</span>. What waits for another
            try is cancelled.
          </p>
        }
        action="Delete webhook"
        onAct={() => remove.mutate({ project_id, webhook_id })}
      />
    </section>
  );
}
