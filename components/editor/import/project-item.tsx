"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { TransferProgress } from "../../frame/project/transfer-progress.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import type { PickedProject } from "./find-items.ts";

/** Project that another one was exported to: it becomes a project of its own. */
export function ProjectItem({ project: { project } }: { project: PickedProject }) {
  const client = useStudioClient();
  const sending = useChange({ mutationFn: () => client.projects.import.mutate({ content: project, mode: "live" }) });
  if (sending.data !== undefined) {
    return <TransferProgress importId={sending.data.id} onAgain={() => sending.reset()} />;
  }
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-13 text-ink-2">
      <p>A whole project, saved from Fabula. It becomes a new project beside this one.</p>
      <Button size="sm" disabled={sending.isPending} onClick={() => sending.mutate(undefined)}>
        {sending.isPending ? "Sending…" : "Import as a new project"}
      </Button>
      <AlertLine className="basis-full">{sending.problem}</AlertLine>
    </div>
  );
}
