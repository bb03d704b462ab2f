"use client";

import { useCallback } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { PresenceAvatars } from "../../editor/live/presence-avatars.tsx";
import { usePresence } from "../../editor/live/presence-store.ts";
import { useDialogue } from "../../editor/session/dialogue-context.ts";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { useSession } from "../../frame/session/session-provider.tsx";

/** Who else is in the project, for the bar of an open dialogue. */
export function DialoguePresence({ graphId }: { graphId: string }) {
  const { userId } = useSession();
  const isAlone = usePresence((state) => state.people.every((each) => each.user_id === userId));
  // What dialogues are called is asked for only when there is somebody to be in one.
  return isAlone ? null : <Others graphId={graphId} userId={userId} />;
}

function Others({ graphId, userId }: { graphId: string; userId: string }) {
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
