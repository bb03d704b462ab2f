"use client";

import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.ts";
import type { Attempts } from "../api/use-attempt.ts";
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
  /** Makes the change where its failure is shown. */
  attempt: Attempts["attempt"];
  /** Says what was done, where a window stands over the toasts; a toast says it when absent. */
  onSaid?: ((said: string) => void) | undefined;
}

/** Releases a named moment for readers, or takes that back: links that play it open nothing then. */
export function ReleaseButton({ moment: { id, name, released }, attempt, onSaid }: ReleaseButtonProps) {
  const project_id = useProjectId();
  const { release, unrelease } = useCheckpointChanges();
  const readAgain = useRefresh((api) => [api.shares.pathKey()]);
  const reason = reasonOf(useCan()("change"));
  const isBusy = release.isPending || unrelease.isPending;
  const set = (isReleased: boolean): Promise<boolean> =>
    attempt(async () => {
      await (isReleased ? release : unrelease).mutateAsync({ project_id, checkpoint_id: id });
      const text = isReleased
        ? `“${name}” is released: share links can play it.`
        : `“${name}” is no longer released. Links that play it stop working.`;
      if (onSaid === undefined) showToast({ text, undo: () => void set(!isReleased) });
      else onSaid(text);
      void readAgain();
    });
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
