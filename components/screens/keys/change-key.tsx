"use client";

import { type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { FormSummary } from "../../ui/form-summary.tsx";
import { showToast } from "../../ui/toast.ts";
import { changeOf, draftOf, KEY_FORM } from "./key-draft.ts";
import { LifetimeFields, NameField, ScopeFields } from "./key-fields.tsx";
import { type ApiKey, useReadKeysAgain } from "./key-queries.ts";
import { MODE_WORDS } from "./key-words.ts";
import { ProjectFields } from "./project-fields.tsx";

export interface ChangeKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Changes what a key is called, may do, sees, and how long; what it is in its holders' hands stays the same. */
export function ChangeKey({ apiKey, onClose }: ChangeKeyProps) {
  const form = useId();
  const client = useStudioClient();
  const readAgain = useReadKeysAgain();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    try {
      const { name } = await client.keys.update.mutate(changeOf(apiKey, draft, Date.now()));
      await readAgain();
      showToast({ text: `“${name}” is changed. It holds within a second.` });
      onClose();
    } catch (error) {
      setErrors(formErrors(error, KEY_FORM));
      setSending(false);
    }
  }

  return (
    <DialogPopup
      size="md"
      title="Change the key"
      description={`${MODE_WORDS[apiKey.mode].name} keys stay ${apiKey.mode} keys. Whoever holds it changes nothing.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending}>
            {isSending ? "Changing…" : "Change the key"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
        <FormSummary title="The key was not changed" errors={errors} />
        <NameField draft={draft} onChange={setDraft} errors={errors.fields} />
        <ScopeFields draft={draft} onChange={setDraft} errors={errors.fields} />
        <ProjectFields draft={draft} onChange={setDraft} errors={errors.fields.project_ids} />
        <LifetimeFields draft={draft} onChange={setDraft} errors={errors.fields} current={apiKey.expires_at} />
      </form>
    </DialogPopup>
  );
}
