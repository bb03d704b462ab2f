"use client";

import { type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { FormSummary } from "../../ui/form-summary.tsx";
import { grantOf, KEY_FORM, type KeyDraft, NEW_DRAFT } from "./key-draft.ts";
import { LifetimeFields, PurposeFields } from "./key-fields.tsx";
import { type NewApiKey, useReadKeysAgain } from "./key-queries.ts";
import { ProjectFields } from "./project-fields.tsx";
import { RevealKey } from "./reveal-key.tsx";

export interface NewKeyProps {
  /** Ends it: with the id of the key that was made, or null when none was. */
  onClose: (made: string | null) => void;
}

/** Asks what a key is for, makes it, and shows it once. */
export function NewKey({ onClose }: NewKeyProps) {
  const form = useId();
  const client = useStudioClient();
  const readAgain = useReadKeysAgain();
  const [draft, setDraft] = useState<KeyDraft>(NEW_DRAFT);
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  // The key is held here alone: a cache would keep it after the page has forgotten it.
  const [made, setMade] = useState<NewApiKey | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    try {
      setMade(await client.keys.create.mutate(grantOf(draft, Date.now())));
      void readAgain();
    } catch (error) {
      setErrors(formErrors(error, KEY_FORM));
    }
    setSending(false);
  }

  // A key that is on its way would be made and never shown.
  const cancel = () => {
    if (!isSending) onClose(null);
  };

  if (made !== null) return <RevealKey made={made} onClose={() => onClose(made.id)} />;
  return (
    <DialogPopup
      size="md"
      title="New key"
      description="A key lets a game, a build or a script call the API without a person signed in."
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending}>
            {isSending ? "Making…" : "Make the key"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
        <FormSummary title="No key was made" errors={errors} />
        <PurposeFields draft={draft} onChange={setDraft} errors={errors.fields} />
        <ProjectFields draft={draft} onChange={setDraft} errors={errors.fields.project_ids} />
        <LifetimeFields draft={draft} onChange={setDraft} errors={errors.fields} />
      </form>
    </DialogPopup>
  );
}
