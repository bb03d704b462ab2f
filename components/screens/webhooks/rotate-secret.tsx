"use client";

import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { Select } from "../../ui/select.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useReadWebhooksAgain, type Webhook } from "./webhook-queries.ts";

const SecretOnceLate = late(() => import("./secret-once.tsx").then((part) => part.SecretOnce));

const HOUR_S = 3_600;
const DAY = String(24 * HOUR_S);

/** Gives a webhook a new secret, with a time in which the old one signs as well. */
export function RotateSecret({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id } = webhook;
  const [grace, setGrace] = useState(DAY);
  const [made, setMade] = useState<Outputs["webhooks"]["rotateSecret"] | null>(null);
  const manage = useCan()("manage");
  const readAgain = useReadWebhooksAgain();
  const SecretOnce = useLate(SecretOnceLate, made !== null);
  const rotate = useChange(
    useApi().webhooks.rotateSecret.mutationOptions({
      onSuccess: async (rotated) => {
        setMade(rotated);
        await readAgain();
      },
    }),
  );
  return (
    <TitledSection
      title="Signing secret"
      level={3}
      heading="mb-1 font-semibold text-13"
      className="border-line border-t pt-4"
    >
      <p className="mb-3 text-13 text-ink-2">
        It was shown once, when it was created. Anyone who has it can forge messages: rotate it if it may have leaked.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Keep the old secret for"
          className="w-52"
          value={grace}
          options={[
            { value: "0", label: "no time (it leaked)" },
            { value: String(HOUR_S), label: "an hour" },
            { value: DAY, label: "a day" },
            { value: String(7 * 24 * HOUR_S), label: "a week" },
          ]}
          onChange={({ target }) => setGrace(target.value)}
        />
        <Button
          size="sm"
          disabled={rotate.isPending}
          disabledReason={reasonOf(manage)}
          onClick={() => rotate.mutate({ project_id, webhook_id, grace_period_seconds: Number(grace) })}
        >
          {rotate.isPending ? "Rotating…" : "Rotate secret"}
        </Button>
      </div>
      <AlertLine className="mt-2 text-12">{rotate.problem}</AlertLine>
      {SecretOnce !== null && made !== null && (
        <SecretOnce
          secret={made.secret}
          previousUntil={made.previous_secret_expires_at}
          onClose={() => setMade(null)}
        />
      )}
    </TitledSection>
  );
}
