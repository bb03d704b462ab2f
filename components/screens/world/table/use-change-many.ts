"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { formErrors } from "../../../ui/form/form-errors.ts";
import { showToast } from "../../../ui/toast.ts";
import type { ManyParts, Part } from "./many-change.ts";

/** Entities in one batch of the interface. */
const MOST = 1_000;

/** Returns the reason why this many cannot be changed at once; null where they can. */
export const tooMany = (count: number): string | null =>
  count > MOST ? `At most ${MOST.toLocaleString("en")} at once.` : null;

interface Changing {
  words: { readonly one: string; readonly many: string };
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Changes many entities at once, all of them or none, and reports the result; Undo restores the value of each. */
export function useChangeMany({ words, onClose, onDone }: Changing) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSending, setSending] = useState(false);
  const send = (parts: readonly Part[]) =>
    client.entities.batch.mutate({ project_id, entities: parts, mode: "all_or_nothing" } as never);
  async function change({ make, undo }: ManyParts): Promise<void> {
    setSending(true);
    setProblems([]);
    try {
      if (make.length > 0) await send(make);
      await onDone();
      showToast({
        text:
          make.length === 0
            ? "All already have this value."
            : `${counted(make.length, words.one, words.many)} changed.`,
        ...(make.length > 0 && {
          undo: () =>
            void send(undo)
              .then(onDone)
              .catch(() => showToast({ text: "Not undone: someone changed them since." })),
        }),
      });
      onClose();
    } catch (error) {
      setProblems(formErrors(error, { fields: [] }).summary);
      setSending(false);
    }
  }
  return { change, isSending, problems, setProblems };
}
