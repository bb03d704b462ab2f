"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { openLive } from "../../editor/live/open-live.ts";
import { createPresenceStore, type PresenceStore } from "../../editor/live/presence-store.ts";
import { notifySubjectChanges } from "../../editor/live/subject-changes.ts";
import type { Outbox } from "../../editor/saving/outbox/outbox.ts";
import { systemClock } from "../../editor/saving/outbox/ports.ts";
import { onLeaving, pageOutbox } from "../../editor/saving/page-outbox.ts";
import { DialogueSession } from "../../editor/session/dialogue-session.ts";
import { studioFeed } from "../../editor/session/record-follower.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { isOnline } from "../../frame/api/online.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useNames } from "../../frame/project/people-names.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCan } from "../../frame/session/can.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { useProjectUndo } from "../../frame/undo/undo-provider.tsx";
import type { UndoStack } from "../../frame/undo/undo-stack.ts";
import { loadBoth, loadDialogue } from "./load-dialogue.ts";

export type Opening =
  | { readonly state: "loading" }
  | { readonly state: "open"; readonly session: DialogueSession; readonly presence: PresenceStore }
  | { readonly state: "refused"; readonly error: unknown };

const followed = new WeakMap<UndoStack, Outbox>();

/** Tells the undo stack what becomes of gestures, for as long as the page stays: they may be saved after their dialogue was left. */
function followSaving(stack: UndoStack, outbox: Outbox, projectId: string): void {
  if (followed.get(stack) === outbox) return;
  followed.set(stack, outbox);
  outbox.listen({
    acknowledged: (place, acknowledged) => {
      if (place.projectId !== projectId) return;
      for (const { entry, commit } of acknowledged) stack.saved(entry.id, commit);
    },
    // Of what was saved, the acknowledgement comes first.
    changed: () => queueMicrotask(() => stack.keepUnsent(new Set(outbox.entries.map(({ id }) => id)))),
  });
}

const LOADING: Opening = { state: "loading" };

/** Loads a dialogue, follows what others do to it, and keeps what is done to it here. `attempt` loads it anew. */
export function useOpenedDialogue(graphId: string, attempt: number): Opening {
  const projectId = useProjectId();
  const client = useStudioClient();
  const { userId, workspaceId } = useSession();
  const { at, comparedWith } = useMoment();
  const can = useCan();
  const names = useNames();
  const undoStack = useProjectUndo()?.stack;
  const isAllowed = can("edit").allowed;
  const mayEdit = useRef(isAllowed);
  // What is shown decides, not what React may be preparing to show.
  useLayoutEffect(() => {
    mayEdit.current = isAllowed;
  }, [isAllowed]);
  const [opening, setOpening] = useState<Opening>(LOADING);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load.
  useEffect(() => {
    const stop = new AbortController();
    const endings: (() => void)[] = [];
    setOpening(LOADING);

    const open = async () => {
      const read = { client, projectId, graphId, signal: stop.signal };
      const loaded =
        at === null || comparedWith === null ? await loadDialogue(read, at) : await loadBoth(read, at, comparedWith);
      if (stop.signal.aborted) return;
      const outbox = pageOutbox(client, { userId, workspaceId });
      if (undoStack !== undefined) followSaving(undoStack, outbox, projectId);
      const session = new DialogueSession({
        projectId,
        loaded,
        outbox,
        feed: studioFeed(client, projectId),
        clock: systemClock,
        mayEdit: () => mayEdit.current,
        isOnline,
        isLive: at === null,
        nameOf: names.nameOf,
        ...(undoStack !== undefined && at === null && { undoStack }),
      });
      const presence = createPresenceStore();
      const noticeNetwork = () => session.noticeNetwork();
      window.addEventListener("online", noticeNetwork);
      window.addEventListener("offline", noticeNetwork);
      endings.push(
        onLeaving(() => session.settle()),
        () => session.close(),
        () => window.removeEventListener("online", noticeNetwork),
        () => window.removeEventListener("offline", noticeNetwork),
      );
      if (at === null) {
        const live = openLive({
          client,
          projectId,
          afterSeq: loaded.seq,
          onEvents: (events) => {
            session.receive(events);
            notifySubjectChanges(events);
          },
          onPresence: (people) => {
            names.learn(people);
            presence.setState({ people });
          },
          onStatus: (status) => {
            presence.setState({ status });
            session.setStreaming(status === "connected");
          },
        });
        const catchUp = () => void session.catchUp();
        window.addEventListener("focus", catchUp);
        endings.push(
          () => live.close(),
          () => window.removeEventListener("focus", catchUp),
        );
      }
      setOpening({ state: "open", session, presence });
    };
    open().catch((error: unknown) => {
      if (!stop.signal.aborted) setOpening({ state: "refused", error });
    });
    return () => {
      stop.abort();
      for (const end of endings) end();
    };
  }, [client, projectId, graphId, at, comparedWith, userId, workspaceId, names, undoStack, attempt]);

  return opening;
}
