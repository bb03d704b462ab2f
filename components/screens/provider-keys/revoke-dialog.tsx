"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { showToast } from "../../ui/toast.ts";
import { type ProviderKey, useReadProviderKeysAgain } from "./provider-key-queries.ts";
import { nameOf } from "./provider-key-words.ts";

export interface RevokeDialogProps {
  providerKey: ProviderKey;
  onClose: () => void;
}

/** Asks before a key is erased, and tells what waits for a person then. */
export function RevokeDialog({ providerKey, onClose }: RevokeDialogProps) {
  const project_id = useProjectId();
  const readAgain = useReadProviderKeysAgain();
  const revoke = useMutation(
    useApi().byok.delete.mutationOptions({
      onSuccess: async ({ waiting_sessions: waiting }) => {
        onClose();
        const left = waiting.length === 1 ? "One generation waits" : `${waiting.length} generations wait`;
        showToast({ text: waiting.length === 0 ? "The key is revoked." : `The key is revoked. ${left} for somebody.` });
        await readAgain();
      },
    }),
  );
  return (
    <DialogPopup
      size="sm"
      title={`Revoke ${nameOf(providerKey)}?`}
      description="The key is erased here at once; at the provider it stays what it is. Generations that need it wait for somebody. Without a key Fabula sketches without a model."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            disabled={revoke.isPending}
            onClick={() => revoke.mutate({ project_id, byok_id: providerKey.id })}
          >
            {revoke.isPending ? "Revoking…" : "Revoke"}
          </Button>
        </>
      }
    >
      {revoke.error !== null && (
        <p role="alert" className="text-12 text-error">
          {revoke.error.message}
        </p>
      )}
    </DialogPopup>
  );
}
