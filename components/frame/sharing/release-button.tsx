"use client";

import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.ts";
import { failureOf } from "../api/failure.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { type Checkpoint, useCheckpointChanges } from "../project/use-checkpoints.ts";
import { reasonOf, useCan } from "../session/can.ts";

/** Button that releases a named moment to readers. */
export function ReleasedBadge({ moment }: { moment: Checkpoint }) {
  return moment.released ? <Badge tone="ok">Released</Badge> : null;
}

interface ReleaseButtonProps {
  moment: Checkpoint;
  /** Receives a sentence about an action that failed; null once an action succeeded. */
  onProblem: (problem: string | null) => void;
  /** Says what was done, where a window stands over the toasts; a toast says it when absent. */
  onSaid?: ((said: string) => void) | undefined;
}

/** Releases a named moment for readers, or takes that back: links that play it open nothing then. */
export function ReleaseButton({ moment: { id, name, released }, onProblem, onSaid }: ReleaseButtonProps) {
  const project_id = useProjectId();
  const { release, unrelease } = useCheckpointChanges();
  const readAgain = useRefresh((api) => [api.shares.pathKey()]);
  const reason = reasonOf(useCan()("change"));
  const isBusy = release.isPending || unrelease.isPending;
  const set = async (isReleased: boolean): Promise<void> => {
    const input = { project_id, checkpoint_id: id };
    try {
      await (isReleased ? release : unrelease).mutateAsync(input);
      onProblem(null);
      const text = isReleased
        ? `“${name}” is released: share links can play it.`
        : `“${name}” is no longer released. Links that play it stop working.`;
      if (onSaid === undefined) showToast({ text, undo: () => void set(!isReleased) });
      else onSaid(text);
      void readAgain();
    } catch (error) {
      const { kind, message } = failureOf(error);
      onProblem(
        kind === "unreachable" || message === "" ? "The service could not be reached. Nothing changed." : message,
      );
    }
  };
  return (
    <Button
      size="sm"
      variant="bare"
      data-row
      disabledReason={reason ?? (isBusy ? "Saving…" : null)}
      aria-label={released ? `Take back the release of “${name}”` : `Release “${name}” for readers`}
      onClick={() => void set(!released)}
    >
      {released ? "Take back" : "Release"}
    </Button>
  );
}
