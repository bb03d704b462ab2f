"use client";

import Link from "next/link";
import { type ReactNode, use } from "react";
import { DialogueContext } from "../../editor/session/dialogue-context.ts";
import { ViewContext } from "../../editor/store/view-state.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { type FoundPlace, foundAddress } from "./found-address.ts";
import { showFound } from "./show-found.ts";

/** Whether a dialogue is the one that is open. */
export function useIsOpen(): (graphId: string) => boolean {
  const session = use(DialogueContext);
  return (graphId) => session?.store.getState().graph.id === graphId;
}

const ROW = "block w-full cursor-pointer rounded-control px-2 py-1.5 text-start hover:bg-hover";

/** One thing that was found. What is in the open dialogue is shown where it is; anything else opens its dialogue. */
export function FoundLink({ place, children }: { place: FoundPlace; children: ReactNode }) {
  const projectId = useProjectId();
  const { at } = useMoment();
  const session = use(DialogueContext);
  const view = use(ViewContext);
  const isOpen = useIsOpen();
  if (session !== null && view !== null && isOpen(place.graphId)) {
    return (
      <button type="button" data-found className={ROW} onClick={() => showFound(session, view, place.subjectId)}>
        {children}
      </button>
    );
  }
  return (
    <Link href={foundAddress(projectId, place, at)} data-found className={ROW}>
      {children}
    </Link>
  );
}
