"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { expiryOf } from "../../ui/form/lifetime.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { showToast } from "../../ui/toast.ts";
import { draftOf, type KeyDraft } from "./key-draft.ts";
import { changeFields } from "./key-fields.tsx";
import { type ApiKey, useReadKeysAgain } from "./key-queries.ts";
import { MODE_WORDS } from "./key-words.ts";

interface ChangeKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Changes what a key is called, may do, sees, and how long; what it is in its holders' hands stays the same. */
export function ChangeKey({ apiKey, onClose }: ChangeKeyProps) {
  const client = useStudioClient();
  const readAgain = useReadKeysAgain();
  const form = useForm<KeyDraft, Partial<Pick<KeyDraft, keyof ReturnType<typeof changeFields>>>>({
    schema: SCHEMAS["keys.update"],
    loaded: draftOf(apiKey),
    fields: changeFields(apiKey),
    failed: "The key was not changed",
    // What is as it was is not sent, so that a project deleted since refuses nothing.
    send: async ({ name, scopes, project_ids, expires_at }) => {
      const ends = expires_at === undefined ? undefined : expiryOf(expires_at, Date.now());
      const changed = await client.keys.update.mutate({
        key_id: apiKey.id,
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes: [...scopes] }),
        ...(project_ids !== undefined && { project_ids: project_ids === null ? null : [...project_ids] }),
        ...(ends !== undefined && { expires_at: ends }),
      });
      await readAgain();
      showToast({ text: `“${changed.name}” is changed. The change takes effect within a second.` });
      onClose();
    },
  });
  return (
    <FormDialog
      size="md"
      form={form}
      title="Change the key"
      description={`${MODE_WORDS[apiKey.mode].name} keys stay ${apiKey.mode} keys. The key itself does not change.`}
      submit="Change the key"
      busy="Changing…"
      onClose={onClose}
    />
  );
}
