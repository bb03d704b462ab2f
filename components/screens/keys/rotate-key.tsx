"use client";

import { type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { FormGroup } from "../../ui/form-group.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { type ApiKey, type NewApiKey, useReadKeysAgain } from "./key-queries.ts";
import { RevealKey } from "./reveal-key.tsx";

const OVERLAPS = [
  { value: "0", name: "At once", means: "For a key that leaked. Whoever still uses it is refused within a second." },
  { value: "3600", name: "In an hour", means: "Enough to bring the new key to a few machines." },
  {
    value: "86400",
    name: "In 24 hours",
    means: "Both work for a day. You see here whether anybody still calls with the old one.",
  },
] as const;

export interface RotateKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Makes a key in the place of another one, which goes on for a while, and shows the new one once. */
export function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  const form = useId();
  const client = useStudioClient();
  const readAgain = useReadKeysAgain();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]["value"]>("86400");
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    try {
      setMade(await client.keys.rotate.mutate({ key_id: apiKey.id, overlap_seconds: Number(overlap) }));
      void readAgain();
    } catch (error) {
      setErrors(formErrors(error, { fields: ["overlap_seconds"] }));
    }
    setSending(false);
  }

  // A key that is on its way would be made and never shown.
  const cancel = () => {
    if (!isSending) onClose();
  };

  if (made !== null) return <RevealKey made={made} onClose={onClose} />;
  return (
    <DialogPopup
      size="md"
      title="Rotate the key"
      description={`Makes a new key that may do what “${apiKey.name}” may do, and lets the old one go.`}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending}>
            {isSending ? "Making…" : "Make the new key"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        <FormSummary title="The key was not rotated" errors={errors} />
        <FormGroup legend="When does the old key stop working?" errors={errors.fields.overlap_seconds}>
          <ChoiceCards value={overlap} onChange={setOverlap} options={OVERLAPS} />
        </FormGroup>
        <p className="text-12 text-ink-3">
          {apiKey.expires_at === null ? (
            "The new key works until it is revoked, as the old one would have."
          ) : (
            <>
              The new key works until <LocalTime iso={apiKey.expires_at} />, as the old one would have.
            </>
          )}
        </p>
      </form>
    </DialogPopup>
  );
}
