"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { showToast } from "../../ui/toast.ts";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { nameOf } from "./provider-key-words.ts";

interface RevokeDialogProps {
  providerKey: ProviderKey;
  onClose: () => void;
}

/** Asks before a key is erased, and tells what waits for a person then. */
export function RevokeDialog({ providerKey, onClose }: RevokeDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useReadProviderKeysAgain();
  const form = useForm({
    start: {},
    fields: {},
    failed: "The key was not revoked",
    send: async () => {
      const { waiting_sessions: waiting } = await client.byok.delete.mutate({ project_id, byok_id: providerKey.id });
      onClose();
      const left = waiting.length === 1 ? "One generation waits" : `${waiting.length} generations wait`;
      showToast({
        text: waiting.length === 0 ? "The key is revoked." : `The key is revoked. ${left} for an answer in the inbox.`,
      });
      await readAgain();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Revoke ${nameOf(providerKey)}?`}
      description="The key is deleted here, but stays valid at the provider. Generations that need it wait for an answer in the inbox. Without a key, Fabula writes sketches without a model."
      submit="Revoke"
      busy="Revoking…"
      cancel="Keep it"
      variant="danger"
      onClose={onClose}
    />
  );
}
