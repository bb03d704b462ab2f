"use client";

import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Fields, FormFrame, Submit } from "../../ui/form/form.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { EventPicker } from "./event-picker.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { useReadWebhooksAgain, type Webhook } from "./webhook-queries.ts";

/** Shows the settings of a webhook, and the actions that end it. */
export function SettingsTab({ webhook }: { webhook: Webhook }) {
  return (
    <div className="max-w-3xl space-y-8 px-5 py-4">
      {/* A secret that is shown once stays on screen whatever becomes of the webhook. */}
      <SettingsForm key={webhook.valid_from_seq} webhook={webhook} />
      <RotateSecret webhook={webhook} />
      <Ends webhook={webhook} />
    </div>
  );
}

function SettingsForm({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id, delivers, url, description, events } = webhook;
  const client = useStudioClient();
  const readAgain = useReadWebhooksAgain();
  const manage = useCan()("manage");
  const loaded = { url, description, events };
  const form = useForm<typeof loaded, Partial<typeof loaded>>({
    schema: SCHEMAS["webhooks.update"],
    loaded,
    keptAs: webhook_id,
    disabledReason: reasonOf(manage),
    fields: {
      url: { label: "Address", type: "url", isCode: true },
      description: { label: "Purpose", isLine: true },
      events: { label: "Events", draw: (control) => <EventPicker control={control} /> },
    },
    failed: "The changes were not saved",
    send: async (changed) => {
      await client.webhooks.update.mutate({ project_id, webhook_id, ...changed });
      await readAgain();
      showToast({ text: "The changes are saved." });
    },
  });
  return (
    <FormFrame form={form}>
      <Fields form={form} only={["url", "description"]} />
      <p className="text-13 text-ink-2">
        {delivers === "commit"
          ? "One message for each commit: all changes saved together."
          : "One message for each event."}
      </p>
      <Fields form={form} only={["events"]} />
      <Submit form={form} busy="Saving…" size="sm">
        Save changes
      </Submit>
    </FormFrame>
  );
}

function Ends({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id, url, active } = webhook;
  const api = useApi();
  const client = useStudioClient();
  const openPage = useOpenPage();
  const readAgain = useReadWebhooksAgain();
  const manage = useCan()("manage");
  const [isAsking, setAsking] = useState(false);
  const switchOff = useChange(api.webhooks.update.mutationOptions({ onSuccess: readAgain }));
  const remove = useChange(
    api.webhooks.delete.mutationOptions({
      onSuccess: async () => {
        openPage(`/projects/${project_id}/webhooks`);
        showToast({
          text: "The webhook is deleted.",
          stays: LONG_TOAST_MS,
          undo: () =>
            void client.webhooks.restore
              .mutate({ project_id, webhook_id })
              .then(readAgain, (error: unknown) => showToast({ text: `It was not restored. ${whyNot(error)}` })),
        });
        await readAgain();
      },
    }),
  );
  const problem = switchOff.problem ?? remove.problem;
  return (
    <section aria-label="Switching off" className="border-line border-t pt-4">
      <div className="flex flex-wrap gap-3">
        {active && (
          <Button
            size="sm"
            disabled={switchOff.isPending}
            disabledReason={reasonOf(manage)}
            onClick={() => switchOff.mutate({ project_id, webhook_id, active: false })}
          >
            Switch off
          </Button>
        )}
        <Button size="sm" variant="danger" disabledReason={reasonOf(manage)} onClick={() => setAsking(true)}>
          Delete webhook…
        </Button>
      </div>
      <AlertLine className="mt-2 text-12">{problem}</AlertLine>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this webhook?"
        description={
          <p>
            Nothing more is sent to <span className="break-all font-code text-12">{url}</span>. Pending retries are
            cancelled.
          </p>
        }
        action="Delete webhook"
        onAct={() => remove.mutate({ project_id, webhook_id })}
      />
    </section>
  );
}
