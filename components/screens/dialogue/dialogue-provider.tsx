"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { historyInput } from "../../editor/fields/use-text-field.ts";
import { useAnnounce } from "../../editor/live/announcer.ts";
import { PresenceContext } from "../../editor/live/presence-store.ts";
import { DialogueContext, useDialogue, useDialogueState } from "../../editor/session/dialogue-context.ts";
import { useViewStore } from "../../editor/store/view-state.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { OpenDialogueContext } from "../../frame/project/open-dialogue.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { useProjectUndo } from "../../frame/undo/undo-provider.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { DialogueRefused } from "./dialogue-refused.tsx";
import { openDialogue } from "./open-dialogue.ts";
import { useOpenedDialogue } from "./use-opened-dialogue.ts";

/** Opens a dialogue for the pages below: they are shown once all of it is here. */
export function DialogueProvider({ graphId, children }: { graphId: string; children: ReactNode }) {
  const { at, goTo } = useMoment();
  const [attempt, setAttempt] = useState(0);
  const opening = useOpenedDialogue(graphId, attempt);

  if (opening.state === "loading") return <DialogueLoading />;
  if (opening.state === "refused") {
    const retry = () => setAttempt((count) => count + 1);
    return <DialogueRefused error={opening.error} onRetry={retry} onNow={at === null ? null : () => goTo(null)} />;
  }
  return (
    <DialogueContext value={opening.session}>
      <PresenceContext value={opening.presence}>
        {at === null && <WhereIAm />}
        <OneHistory />
        <Found>{children}</Found>
      </PresenceContext>
    </DialogueContext>
  );
}

/** Every field's own undo is the project's, whose gestures in this dialogue are undone here, and an undo that is refused says why. */
function OneHistory() {
  const session = useDialogue();
  const project = useProjectUndo();
  useEffect(() => (session.isLive ? project?.attach(session) : undefined), [project, session]);
  useEffect(() => {
    const onBeforeInput = (event: Event) => historyInput(event, project ?? session);
    document.addEventListener("beforeinput", onBeforeInput, true);
    const unsubscribe = session.history.subscribe(({ refusal }, before) => {
      if (refusal !== null && before.refusal === null) showToast({ text: refusal });
    });
    return () => {
      document.removeEventListener("beforeinput", onBeforeInput, true);
      unsubscribe();
    };
  }, [session, project]);
  return null;
}

/** Lets the palette and the search show what they find in this dialogue where it is. */
function Found({ children }: { children: ReactNode }) {
  const session = useDialogue();
  const view = useViewStore();
  const dialogue = useMemo(() => openDialogue(session, view), [session, view]);
  return <OpenDialogueContext value={dialogue}>{children}</OpenDialogueContext>;
}

/** Lets the others see which node is worked on here. */
function WhereIAm() {
  const projectId = useProjectId();
  const { clientId } = useDialogue();
  const graphId = useDialogueState((state) => state.graph.id);
  const active = useDialogueState((state) =>
    state.active !== null && state.nodes.has(state.active) ? state.active : null,
  );
  useAnnounce({ projectId, clientId, place: { graphId, nodeId: active } });
  return null;
}

/** The screen while its dialogue is read: its parts at their final size. */
function DialogueLoading() {
  return (
    <Shell restores="this dialogue" showsChanges title={<Skeleton className="h-5 w-40" />}>
      <Loading what="the dialogue" />
      <div className="flex min-h-0 grow" aria-hidden="true">
        <div className="hidden w-38 shrink-0 space-y-2 border-line border-e bg-panel p-4 lg:block">
          {["w-24", "w-28", "w-20", "w-26", "w-16"].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
        <div className="grid grow place-items-center bg-canvas">
          <div className="w-66 max-w-full space-y-2 rounded-card border border-line bg-panel p-4">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-40" />
          </div>
        </div>
      </div>
    </Shell>
  );
}
