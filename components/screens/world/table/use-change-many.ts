"use client";

import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { FormMistake } from "../../../ui/form/form-errors.ts";
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
  const { problem, isBusy, attempt } = useAttempt();
  const send = (parts: readonly Part[]) =>
    client.entities.batch.mutate({ project_id, entities: parts, mode: "all_or_nothing" } as never);
  /** Changes them; a text says why they cannot be changed. */
  async function change(asked: ManyParts | string): Promise<void> {
    const isDone = await attempt(async () => {
      if (typeof asked === "string") throw new FormMistake(asked);
      const { make, undo } = asked;
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
    });
    if (isDone) onClose();
  }
  return { change, isBusy, problem };
}
