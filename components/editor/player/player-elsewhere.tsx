"use client";

import type { MouseEvent } from "react";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import { carryPlay } from "./carried-play.ts";
import { Closing } from "./player-halt.tsx";
import type { Play } from "./use-play.ts";

/** Link to the dialogue that a playthrough has moved to; draws nothing in the open one. */
export function PlayerPlace({ play }: { play: Play }) {
  const dialogues = useDialogueNames();
  const open = useDialogueState((state) => state.graph.id);
  const { graphId, dialogue } = play;
  const page = play.pages.at(-1);
  const hrefTo = usePlayingThere();
  if (graphId === open) {
    if (dialogue.id === open) return null;
    return <Strip>Began in “{dialogues.get(dialogue.id) ?? "another dialogue"}”.</Strip>;
  }
  const href = hrefTo(graphId, page?.state.at?.node ?? null);
  const takeAlong = (event: MouseEvent) => {
    const isHere = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (isHere) carryPlay(graphId, play.carried());
  };
  return (
    <Strip>
      Now in “{dialogues.get(graphId) ?? "another dialogue"}”.{" "}
      <PageLink className="link" href={href} onClick={takeAlong}>
        Open its canvas
      </PageLink>{" "}
      ·{" "}
      <PageLink className="link" href={href}>
        Start over from here
      </PageLink>
    </Strip>
  );
}

function Strip({ children }: { children: React.ReactNode }) {
  return (
    <p dir="auto" className="border-line border-b bg-canvas px-5 py-2 text-12 text-ink-2">
      {children}
    </p>
  );
}

/**
 * Notice where the dialogue in which a playthrough continues is not available: it is loading, deleted, or could not be
 * read.
 */
export function PlayerElsewhere({ graphId, story }: { graphId: string; story: Play["story"] }) {
  const dialogues = useDialogueNames();
  const hrefTo = usePlayingThere();
  const name = dialogues.get(graphId);
  if (story.isPending) {
    return <LoadingRows what={name === undefined ? "the dialogue" : `“${name}”`} rows={2} className="mt-4 h-10" />;
  }
  if (name === undefined && dialogues.isWhole) {
    return <Closing title="Continues in another dialogue">It leads to a dialogue that is gone.</Closing>;
  }
  return (
    <div className="mt-6 space-y-3">
      <Notice tone="error" title={`${name === undefined ? "The dialogue" : `“${name}”`} could not be loaded`} announce>
        <p>The playthrough continues there once it is loaded.</p>
      </Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <Button size="sm" onClick={story.retry}>
          Retry
        </Button>
        <PageLink className="link" href={hrefTo(graphId, null)}>
          Start over there
        </PageLink>
      </div>
    </div>
  );
}

/** Returns the address of another dialogue with its player, at the current moment. */
function usePlayingThere(): (graphId: string, nodeId: string | null) => string {
  const projectId = useProjectId();
  const { at } = useMoment();
  return (graphId, nodeId) => {
    const query = new URLSearchParams({
      ...(nodeId !== null && { card: nodeId }),
      play: "1",
      ...(at !== null && { at: String(at) }),
    });
    return `/projects/${projectId}/dialogues/${graphId}?${query}`;
  };
}
