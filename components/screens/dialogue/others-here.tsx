"use client";

import { useCallback } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { PresenceAvatars } from "../../editor/live/presence-avatars.tsx";
import { useDialogue } from "../../editor/session/dialogue-context.ts";
import { useDialogueNames } from "../../frame/project/project-queries.ts";

/** Shows who else is in the project. What dialogues are called is asked for only when there is somebody to be in one. */
export function OthersHere({ graphId, userId }: { graphId: string; userId: string }) {
  const session = useDialogue();
  const names = useDialogueNames();
  const nameOfDialogue = useCallback((id: string) => names.get(id) ?? null, [names]);
  const nameOfNode = useCallback(
    (id: string) => {
      const node = session.store.getState().nodes.get(id);
      return node === undefined ? null : nodeName(node);
    },
    [session],
  );
  return (
    <PresenceAvatars
      userId={userId}
      graphId={graphId}
      nameOfDialogue={nameOfDialogue}
      nameOfNode={nameOfNode}
      onGoToNode={(id) => session.reveal(id)}
    />
  );
}
