"use client";

import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { grantOf, type KeyDraft, NEW_DRAFT } from "./key-draft.ts";
import { newFields } from "./key-fields.tsx";
import { type NewApiKey, useReadKeysAgain } from "./key-queries.ts";
import { RevealKey } from "./reveal-key.tsx";

interface NewKeyProps {
  /** Closes the form, with the id of the created key, or null for none. */
  onClose: (made: string | null) => void;
}

/** Asks what a key is for, makes it, and shows it once. */
export function NewKey({ onClose }: NewKeyProps) {
  const client = useStudioClient();
  const readAgain = useReadKeysAgain();
  // The key is held here alone: a cache would keep it after the page has forgotten it.
  const [made, setMade] = useState<NewApiKey | null>(null);
  const form = useForm<KeyDraft>({
    schema: SCHEMAS["keys.create"],
    start: NEW_DRAFT,
    fields: newFields(),
    failed: "The key was not created",
    send: async (draft) => {
      setMade(await client.keys.create.mutate(grantOf(draft, Date.now())));
      void readAgain();
    },
  });
  if (made !== null) return <RevealKey made={made} onClose={() => onClose(made.id)} />;
  return (
    <FormDialog
      isHeld
      size="md"
      form={form}
      title="New key"
      description="A key lets a game, a build or a script call the API without a person signed in."
      submit="Create key"
      busy="Creating…"
      onClose={() => onClose(null)}
    />
  );
}
